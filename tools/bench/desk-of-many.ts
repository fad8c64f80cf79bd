import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Clocked } from '#lib/server/base/clocked.ts';
import { readEnv } from '#lib/server/base/env.ts';
import { startDesk } from '#lib/server/composition/start.ts';
import { openDatabase } from '#lib/server/db/client.ts';
import { directorySyncs } from '#lib/server/db/schema/directory.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { addLocation } from '#lib/server/locations/add-location.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { createDeskDatabase } from '#lib/testing/desk-database.ts';
import type { MeasuredDesk } from './many-locations.ts';

// A desk of many locations with all its background work, in a separate database. Sends over IPC how long the presence
// list takes, during the background work and after it has ended.

const [adminUrl = '', platformUrl = '', count = ''] = process.argv.slice(2);
const secret = 'a-secret-for-the-bench-that-is-long-enough';
const present = 40;
const askEveryMs = 50;
/** The longest interval of the background work. */
const durationS = 60;
const stoppedS = 15;
const longestFirstPassMs = 900_000;

process.on('disconnect', () => process.exit(1));

const database = await createDeskDatabase(adminUrl);
const { db, close } = openDatabase(database.url);
for (let made = 0; made < Number(count); made += 1) {
  const id = crypto.randomUUID();
  const gym = { id, name: `Gym ${made}`, timeZone: 'Europe/Berlin', apiUrl: platformUrl, apiKey: 'fd_bench' };
  await addLocation(db, { ...gym, secret, now: new Date() });
}
await db.execute(sql`
  insert into visits (location_id, tap_id, account_id, kind, state, tapped_at, undo_until, next_attempt_at,
    recorded_at)
  select id, gen_random_uuid(), 'account-' || n, 'checkIn', 'sent', at, at, at, at
  from locations cross join generate_series(1, ${present}) n, lateral (select now() - n * interval '1 minute' as at) t`);
const all = await db.select().from(locations);

const env = { DESK_SECRET: secret, DESK_DATABASE_URL: database.url, GYM_API_URL: platformUrl, GYM_API_KEY: 'fd_bench' };
const { desk, stop } = await startDesk(readEnv(env));
await untilAllAreMirrored();
await db.execute(sql`analyze`);
const before = await served();
const running = await readOnSchedule(desk, all, durationS);
const requests = (await served()) - before;
await stop();
const stopped = await readOnSchedule({ ...desk, db }, all, stoppedS);
const measured: MeasuredDesk = { running, stopped, requestsPerSecond: requests / durationS };
await close();
await database.drop();
process.send?.(measured, () => process.exit());

async function untilAllAreMirrored(): Promise<void> {
  for (let waitedMs = 0; waitedMs < longestFirstPassMs; waitedMs += 500) {
    if ((await db.$count(directorySyncs, sql`finished_at is not null`)) === all.length) return;
    await setTimeout(500);
  }
  throw new Error('Not every location was mirrored.');
}

async function served(): Promise<number> {
  return Number(await (await fetch(`${platformUrl}/served`)).text());
}

/** Sends requests on a fixed schedule, without waiting for responses, like people at many counters (open-loop load). */
async function readOnSchedule(from: Clocked, places: readonly Location[], seconds: number): Promise<number[]> {
  const readings: Promise<number>[] = [];
  const beganAt = performance.now();
  for (let asked = 0; asked * askEveryMs < seconds * 1_000; asked += 1) {
    const dueAt = beganAt + asked * askEveryMs;
    await setTimeout(Math.max(0, dueAt - performance.now()));
    const place = places[(asked * 7) % places.length];
    if (place) readings.push(readOnce(from, place, dueAt));
  }
  return Promise.all(readings);
}

/** Measures from the scheduled time: a process too busy to send the request makes people wait, too. */
async function readOnce(from: Clocked, place: Location, dueAt: number): Promise<number> {
  const { entries } = await readPresence({ desk: from, actor: { location: place } });
  if (entries.length !== present) throw new Error(`${entries.length} of ${present} are in.`);
  return performance.now() - dueAt;
}
