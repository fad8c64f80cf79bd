import { setTimeout } from 'node:timers/promises';
import { and, count, eq, inArray, isNotNull } from 'drizzle-orm';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { insertStaff } from '#lib/server/auth/create-staff.ts';
import { readEnv } from '#lib/server/base/env.ts';
import { startDesk } from '#lib/server/composition/start.ts';
import { openDatabase } from '#lib/server/db/client.ts';
import { directorySyncs } from '#lib/server/db/schema/directory.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { addLocation } from '#lib/server/locations/add-location.ts';
import { createDeskDatabase } from '#lib/testing/desk-database.ts';
import { FakePlatform, refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { quickPassword } from '#shared/testing/quick-password.ts';
import type { ScannedAtLimit } from './limited-key.ts';

// Desks of several gyms, each with a key of the published limit, where members come at a steady rate. Sends over IPC how their
// scans were answered.

const [adminUrl = '', desks = '', durationS = '', ...rates] = process.argv.slice(2);
const secret = 'a-secret-for-the-bench-that-is-long-enough';
const apiKey = 'fd_bench';
const longestMs = 120_000;
/** Enough for the bucket to be full again after the start. */
const restMs = 15_000;
const firstMs = 40_000;
const againMs = 4_000;
const mostAttempts = 20;

process.on('disconnect', () => process.exit(1));

interface Gym {
  perSecond: number;
  location: Location;
  staffId: string;
  platform: FakePlatform;
  cards: string[];
  /** Requests that the platform refused because of the limit. */
  refused: () => number;
}

const database = await createDeskDatabase(adminUrl);
const { db, close } = openDatabase(database.url);
const gyms = await Promise.all(rates.map((rate) => openGym(Number(rate))));
const env = { DESK_SECRET: secret, DESK_DATABASE_URL: database.url };
const started = await Promise.all(Array.from({ length: Number(desks) }, () => startDesk(readEnv(env))));
await untilMirrored();
await setTimeout(restMs);
const scanned = await Promise.all(gyms.map(scanAll));
await Promise.all(started.map(({ stop }) => stop()));
await close();
await database.drop();
await Promise.all(gyms.map(({ platform }) => platform.stop()));
process.send?.(scanned, () => process.exit());

async function openGym(perSecond: number): Promise<Gym> {
  const platform = await new FakePlatform().start();
  platform.apiKey = apiKey;
  const refused = limitKey(platform);
  const id = crypto.randomUUID();
  const gym = { id, name: `Gym ${id}`, timeZone: 'Europe/Berlin', apiUrl: platform.url, apiKey };
  await addLocation(db, { ...gym, secret, now: new Date() });
  const [location] = await db.select().from(locations).where(eq(locations.id, id));
  if (!location) throw new Error('The gym is not there.');
  const person = { email: `${id}@example.com`, name: 'Mira Sommer', role: 'reception' } as const;
  const core = { clock: Date.now, newId: () => crypto.randomUUID() };
  const staffId = await insertStaff(db, core, {
    ...person,
    passwordHash: quickPassword.passwordHash,
    locationIds: [id],
  });
  const members = Array.from({ length: perSecond * Number(durationS) }, () => inventMember());
  platform.members.push(...members);
  for (const { account, card } of members) {
    const known = { member: memberOf(account), card: { kind: 'rfid', value: card } as const, askedAt: new Date() };
    await upsertMember(db, { locationId: id, ...known });
  }
  return { perSecond, location, staffId, platform, cards: members.map(({ card }) => card), refused };
}

/** Gives a platform the limit of the interface: 60 requests at once, and 6 a second. */
function limitKey(platform: FakePlatform): () => number {
  let [tokens, countedAt, refused] = [60, performance.now(), 0];
  platform.fault = () => {
    const now = performance.now();
    [tokens, countedAt] = [Math.min(60, tokens + ((now - countedAt) / 1_000) * 6), now];
    if (tokens >= 1) {
      tokens -= 1;
      return null;
    }
    refused += 1;
    return refuse('tooManyRequests');
  };
  platform.dialect = (reply) => ({
    ...reply,
    headers: { ...reply.headers, 'x-ratelimit-remaining': String(Math.floor(tokens)) },
  });
  return () => refused;
}

async function untilMirrored(): Promise<void> {
  const isRead = isNotNull(directorySyncs.knownUntil);
  for (let waitedMs = 0; waitedMs < longestMs; waitedMs += 500) {
    if ((await db.$count(directorySyncs, isRead)) === gyms.length) return;
    await setTimeout(500);
  }
  throw new Error('The members were not read.');
}

/** At the processes of the desk by turns. */
async function scanAll({ perSecond, location, staffId, cards, refused }: Gym): Promise<ScannedAtLimit> {
  const refusedBefore = refused();
  const beganAt = performance.now();
  const verdicts: Promise<{ verdict: Verdict; isFirst: boolean }>[] = [];
  for (const [index, value] of cards.entries()) {
    const afterMs = (index * 1_000) / perSecond;
    await setTimeout(Math.max(0, beganAt + afterMs - performance.now()));
    const { desk } = started[index % started.length] ?? {};
    if (!desk) throw new Error('There is no desk.');
    const now = Date.now();
    const tap = { tapId: crypto.randomUUID(), tappedAt: now, sentAt: now, source: 'scan', value } as const;
    const actor = { staffId, location, mayOverride: false };
    const verdict = untilAnswered(() => lookUp({ desk, actor }, tap));
    verdicts.push(verdict.then((answered) => ({ verdict: answered, isFirst: afterMs < firstMs })));
  }
  const answered = await Promise.all(verdicts);
  const isUnconfirmed = ({ verdict }: { verdict: Verdict }) => verdict.kind === 'unconfirmed';
  const first = answered.filter(({ isFirst }) => isFirst);
  const reasons = answered.flatMap(({ verdict }) => verdict.reasons.map(({ code }): string => code));
  const isUnsent = inArray(visits.state, ['held', 'waiting', 'sending']);
  const ofHere = eq(visits.locationId, location.id);
  const [all] = await db.select({ visits: count() }).from(visits).where(ofHere);
  return {
    perSecond,
    first: { scans: first.length, unconfirmed: first.filter(isUnconfirmed).length },
    all: { scans: answered.length, unconfirmed: answered.filter(isUnconfirmed).length },
    fromDirectory: reasons.filter((code) => code === 'fromDirectory').length,
    reasons: Object.fromEntries(
      [...new Set(reasons)].map((code) => [code, reasons.filter((other) => other === code).length]),
    ),
    visits: all?.visits ?? 0,
    unsent: await db.$count(visits, and(ofHere, isUnsent)),
    refused: refused() - refusedBefore,
  };
}

/** Like a window, whose taps the desk cannot answer while its database has no connection to spare. */
async function untilAnswered(attempt: () => Promise<Verdict>): Promise<Verdict> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === mostAttempts) throw error;
      await setTimeout(againMs);
    }
  }
}
