import { setTimeout } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { readEnv } from '#lib/server/base/env.ts';
import { coalesce } from '#lib/server/base/run-every.ts';
import { startDesk } from '#lib/server/composition/start.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import { openDatabase } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { webhookInbox, webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { addLocation } from '#lib/server/locations/add-location.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { receiveDelivery } from '#lib/server/webhooks/receive.ts';
import { workInbox } from '#lib/server/webhooks/work-inbox.ts';
import { createDeskDatabase } from '#lib/testing/desk-database.ts';
import { FakePlatform } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import type { MeasuredInbox } from './long-inbox.ts';

// A desk with all its background work, one of whose gyms has a long inbox. Sends over IPC how long an event of its
// other gym takes.

const [adminUrl = '', count = ''] = process.argv.slice(2);
const secret = 'a-secret-for-the-bench-that-is-long-enough';
const apiKey = 'fd_bench';
const told = 60;
const tellEveryMs = 500;
const longestMs = 30_000;

process.on('disconnect', () => process.exit(1));

// the desk processes its events once it knows the platform's clock
const platform = await new FakePlatform().start();
platform.apiKey = apiKey;
const apiUrl = platform.url;
const database = await createDeskDatabase(adminUrl);
const { db, close } = openDatabase(database.url);
const [crowded, quiet] = [crypto.randomUUID(), crypto.randomUUID()];
for (const id of [crowded, quiet]) {
  const gym = { id, name: `Gym ${id}`, timeZone: 'Europe/Berlin', apiUrl, apiKey };
  await addLocation(db, { ...gym, secret, now: new Date() });
}
const piece = 100_000;
for (let from = 0; from < Number(count); from += piece) {
  await db.execute(sql`
    insert into webhook_inbox (location_id, digest, type, account_id, at, received_at, next_attempt_at)
    select ${crowded}, 'digest-' || n, 'GYM_CHECKIN', 'account-' || n % 5000, at, at, at
    from generate_series(${from + 1}::int, ${from + piece}::int) n, lateral (select now() - n * interval '50 ms' as at) t`);
}
await db.execute(sql`analyze`);

const env = { DESK_SECRET: secret, DESK_DATABASE_URL: database.url, GYM_API_URL: apiUrl, GYM_API_KEY: apiKey };
const { desk, background, stop } = await startDesk(readEnv(env));
const work = coalesce(() => workInbox(background, { mostRounds: 3 }));
const registered = await untilRegistered();
const [place] = await db.select().from(locations).where(eq(locations.id, quiet));
if (!place) throw new Error('The gym is not there.');
const gym = place;
const { hookId, sealedSecret } = registered;
const hookSecret = unseal({ secret }, { sealed: sealedSecret, locationId: quiet, field: 'webhookSecret' });
const left = () => db.$count(webhookInbox, sql`account_id is not null`);

const [before, beganAt] = [await left(), performance.now()];
const samples: Promise<number>[] = [];
for (let index = 0; index < told; index += 1) {
  samples.push(tell());
  await setTimeout(tellEveryMs);
}
const samplesMs = await Promise.all(samples);
const workedPerSecond = (before - (await left())) / ((performance.now() - beganAt) / 1_000);
const measured: MeasuredInbox = { samplesMs, workedPerSecond };
await stop();
await close();
await database.drop();
await platform.stop();
process.send?.(measured, () => process.exit());

async function untilRegistered() {
  const isOfQuiet = eq(webhookRegistrations.locationId, quiet);
  for (let waitedMs = 0; waitedMs < longestMs; waitedMs += 100) {
    const [registered] = await db.select().from(webhookRegistrations).where(isOfQuiet);
    if (registered) return registered;
    await setTimeout(100);
  }
  throw new Error('The gym has no webhook.');
}

/** Delivers an event as the webhook route does, and then reads as a screen does. */
async function tell(): Promise<number> {
  const member = inventMember();
  platform.members.push(member);
  const { account } = member;
  await upsertMember(db, { locationId: quiet, member: memberOf(account), askedAt: new Date() });
  const toldAt = performance.now();
  const signature = { id: crypto.randomUUID(), timestamp: null, signatures: null };
  const body = JSON.stringify({ type: 'GYM_CHECKIN', accountId: account.accountId, timestamp: Date.now() });
  const receipt = await receiveDelivery(desk, { hookId, secret: hookSecret, signature, readBody: async () => body });
  if (receipt !== 'accepted') throw new Error(`The event was ${receipt}.`);
  work().catch((error: unknown) => desk.log.error({ error }, 'an event could not be processed'));
  while (performance.now() - toldAt < longestMs) {
    const { entries } = await readPresence({ desk, actor: { location: gym } });
    if (entries.some(({ accountId }) => accountId === account.accountId)) return performance.now() - toldAt;
    await setTimeout(20);
  }
  throw new Error('The event was not processed.');
}
