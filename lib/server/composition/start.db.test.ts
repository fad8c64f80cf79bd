import { randomUUID } from 'node:crypto';
import { isNotNull, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { completeSetUp } from '#lib/server/auth/set-up.ts';
import { runningDesk, type StartedDesk } from '#lib/server/base/desk-context.ts';
import { readEnv } from '#lib/server/base/env.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { makeDue } from '#lib/server/due/location-work.ts';
import { notifyDue } from '#lib/server/due/notice.ts';
import { createDeskDatabase } from '#lib/testing/desk-database.ts';
import { FakeLegacy } from '#lib/testing/fake-legacy.ts';
import { FakePlatform } from '#lib/testing/fake-platform.ts';
import { holdAnswer, holdDeadlines } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { testPassword, testSecret } from '#lib/testing/test-desk.ts';
import type { TestDatabase } from '#shared/testing/cloned-database.ts';
import { until } from '#shared/testing/until.ts';
import { startDesk } from './start.ts';

let database: TestDatabase;
let platform: FakePlatform;
const started: StartedDesk[] = [];

beforeEach(async () => {
  database = await createDeskDatabase(inject('adminDatabaseUrl'));
  platform = await new FakePlatform().start();
});
afterEach(async () => {
  for (const { stop } of started.splice(0)) await stop();
  await platform.stop();
  await database.drop();
});

async function start(gym: Record<string, string> = {}) {
  const env = readEnv({
    DESK_SECRET: testSecret,
    DESK_DATABASE_URL: database.url,
    GYM_API_URL: platform.url,
    GYM_API_KEY: platform.apiKey,
    DESK_URL: 'https://desk.example.com',
    ...gym,
  });
  const desk = await startDesk(env);
  started.push(desk);
  return desk;
}

test('on an empty database, a desk starts with a location and a set-up link, and scans reach the platform as visits', async () => {
  const { desk, setUpLink } = await start();
  expect(runningDesk()).toBe(desk);
  const link = new URL(setUpLink ?? '');
  expect(link.origin + link.pathname).toBe('https://desk.example.com/set-up');
  const manager = { email: 'mira@example.com', name: 'Mira', password: testPassword };
  await completeSetUp(desk, { token: link.searchParams.get('token') ?? '', ...manager });

  const lena = inventMember();
  platform.members.push(lena);
  await desk.db.update(locations).set({ undoS: 1 });
  const [location] = await desk.db.select().from(locations);
  const [mira] = await desk.db.select().from(staff);
  if (!location || !mira) throw new Error('The desk is not set up.');
  const events: string[] = [];
  desk.live.subscribe(location.id, (event) => events.push(event));
  const now = Date.now();
  const tap = { tapId: randomUUID(), tappedAt: now, sentAt: now, source: 'scan', value: lena.card } as const;
  holdDeadlines();
  const verdict = await lookUp({ desk, actor: { staffId: mira.id, location, mayOverride: true } }, tap);
  expect(verdict.kind).toBe('admitted');
  await until(() => expect([...platform.visits.values()]).toMatchObject([{ at: now }]));
  await until(async () => expect(await desk.db.select().from(visits)).toMatchObject([{ state: 'sent' }]));
  await until(() => expect(events).toContain('presence'));
});

test('a second start finds everything in place, and creates a set-up link only while there is no staff', async () => {
  const { desk, setUpLink } = await start();
  const { setUpLink: another } = await start();
  expect(another).not.toBe(setUpLink);
  expect(await desk.db.select().from(locations)).toHaveLength(1);
  const token = new URL(another ?? '').searchParams.get('token') ?? '';
  await completeSetUp(desk, { token, email: 'mira@example.com', name: 'Mira', password: testPassword });
  expect((await start()).setUpLink).toBeNull();
});

test('a desk reports itself to the legacy interface as soon as it starts', async () => {
  const legacy = await new FakeLegacy().start();
  const { url, gymId, token, requests } = legacy;
  await start({ GYM_V1_URL: new URL(url).origin, GYM_V1_GYM_ID: gymId, GYM_V1_TOKEN: token });
  await until(() => expect(requests).toEqual([`POST /v1/alive?gymId=${gymId} ${token}`]));
  await legacy.stop();
});

test('a stop does not wait for a platform that hangs, and loses nothing', async () => {
  const { desk, stop } = await start();
  const [location] = await desk.db.select().from(locations);
  const tapId = randomUUID();
  const at = new Date(Date.now() - 20_000);
  // the desk never stops waiting for a response
  holdAnswer();
  platform.fault = ({ path }) => (path.endsWith('/checkins') ? 'silence' : null);
  await desk.db.insert(visits).values({
    locationId: location?.id ?? '',
    tapId,
    accountId: 'a-1',
    kind: 'checkIn',
    state: 'held',
    tappedAt: at,
    platformAt: at,
    undoUntil: at,
    nextAttemptAt: at,
    recordedAt: at,
  });
  await notifyDue(desk.db, { kind: 'send-visit', locationId: location?.id ?? '', at });
  await until(() => expect(platform.count('/checkins')).toBe(1));
  await stop();
  expect(desk.live.stopping.aborted).toBe(true);

  platform.fault = () => null;
  platform.members.push(inventMember({ account: { accountId: 'a-1' } }));
  await start();
  await until(() => expect([...platform.visits.values()]).toMatchObject([{ at: at.getTime() }]));
});

test('background work goes on while requests use their whole connection pool', async () => {
  const { desk, background } = await start();
  const omar = inventMember();
  await until(async () =>
    expect(await background.db.$count(directorySyncs, isNotNull(directorySyncs.finishedAt))).toBe(1),
  );
  const failures = vi.spyOn(desk.log, 'error');
  const ended = Promise.withResolvers<void>();
  const takeOne = async (tx: Queryable) => {
    // otherwise the database would end it while a slow machine is still at work
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await ended.promise;
  };
  const taken = Array.from({ length: 10 }, () => desk.db.transaction(takeOne));
  try {
    await until(async () => expect(await busyConnections(background.db)).toBe(10));
    platform.members.push({ ...omar, updatedAt: Date.now() });
    // asks the platform for the changes, stores the state of the connection, and the member
    await until(async () => {
      // again each time: earlier work that ends meanwhile sets its own due time
      await makeDue(background.db, { kind: 'mirrorMembers', now: new Date() });
      expect(await background.db.$count(members)).toBe(1);
    });
    expect(failures).not.toHaveBeenCalledWith(expect.anything(), 'the state of the connection could not be kept');
  } finally {
    ended.resolve();
    await Promise.all(taken);
  }
});

async function busyConnections(db: Queryable): Promise<number> {
  const { rows } = await db.execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name = 'front-desk' and state = 'idle in transaction'`);
  return rows.length;
}
