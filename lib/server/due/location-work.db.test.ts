import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { locationsInReach } from '#lib/server/base/locations.ts';
import { locationWork } from '#lib/server/db/schema/location-work.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { mirroringMembers } from '#lib/server/directory/mirror.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { addLocation } from '#lib/server/locations/add-location.ts';
import { setRetired } from '#lib/server/locations/set-retired.ts';
import { createTestDesk, nowAheadOfDatabase, type TestDesk, testSecret } from '#lib/testing/test-desk.ts';
import { clocksDifferMs } from '#shared/clocks-differ.ts';
import { until } from '#shared/testing/until.ts';
import {
  claimDueWork,
  type LocationWork,
  type LocationWorkOptions,
  locationWorkDue,
  makeDue,
  syncingWorkRows,
  syncWorkRows,
} from './location-work.ts';
import { type SubscribeDue, startWorker } from './worker.ts';

let testDesk: TestDesk;
const stops: (() => Promise<void>)[] = [];
/** How often each worker has polled. */
const polls: { count: number }[] = [];

beforeEach(async () => {
  testDesk = await createTestDesk(inject('adminDatabaseUrl'));
  polls.length = 0;
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await testDesk.close();
});

async function addLocations(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => testDesk.desk.newId());
  for (const id of ids) {
    const gym = { id, name: `Gym ${id}`, timeZone: 'Europe/Berlin', apiUrl: 'http://127.0.0.1:9', apiKey: 'none' };
    await addLocation(testDesk.desk.db, { ...gym, secret: testSecret, now: new Date(testDesk.clock.now) });
  }
  return ids;
}

const workOf = (work: (location: Location) => Promise<unknown>, everyMs = 15_000): LocationWork => ({
  kind: 'mirrorTasks',
  everyMs,
  locationsAt: locationsInReach,
  work: async ({ actor }) => (await work(actor.location)) === true,
});

type StartOptions = LocationWorkOptions & { patienceMs?: number; everyMs?: number; subscribeDue?: SubscribeDue };

/** A worker process, which ends with the test. */
function start(
  desk: DeskContext,
  work: (location: Location) => Promise<unknown>,
  { patienceMs = 3_000, everyMs, subscribeDue, ...options }: StartOptions = {},
) {
  const works = [workOf(work, everyMs)];
  const { lanes, ...kind } = locationWorkDue(desk, works, { lookEveryMs: 50, ...options });
  const polled = { count: 0 };
  polls.push(polled);
  const fill: typeof lanes.fill = async (of) => {
    await lanes.fill(of);
    polled.count += 1;
  };
  const due = [{ ...kind, lanes: { ...lanes, fill } }];
  const rounds = [syncingWorkRows(desk, works, { everyMs: 200 })];
  const stop = startWorker(desk, { due, rounds, ...(subscribeDue && { subscribeDue }) }, { patienceMs });
  stops.push(stop);
  return stop;
}

/** Resolves once each worker has polled several times more. */
async function untilPolledAgain(): Promise<void> {
  const before = polls.map(({ count }) => count);
  await until(() => {
    for (const [worker, { count }] of polls.entries()) expect(count).toBeGreaterThan((before[worker] ?? 0) + 3);
  });
}

/** Options of a worker that polls once, when it is started. */
async function onlyByNotices(): Promise<StartOptions> {
  const live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
  stops.push(live.stop);
  return { lookEveryMs: 3_600_000, subscribeDue: live.subscribeDue };
}

const rows = () => testDesk.desk.db.select().from(locationWork);
const claimed = async () => (await rows()).filter(({ leaseId }) => leaseId !== null);

test('two processes do the work of each location once', async () => {
  const ids = await addLocations(40);
  const done: string[] = [];
  for (const desk of [testDesk.desk, testDesk.another()]) {
    start(desk, async ({ id }) => {
      done.push(id);
      await pause(20);
    });
  }
  await until(() => expect(done.length).toBeGreaterThanOrEqual(40));
  await untilPolledAgain();
  await until(async () => expect(await claimed()).toEqual([]));
  expect(done.toSorted()).toEqual(ids.toSorted());
  // the next due time is within half an interval and one and a half, and differs between locations
  const dueAt = (await rows()).map((row) => row.dueAt.getTime() - testDesk.clock.now);
  expect(Math.min(...dueAt)).toBeGreaterThanOrEqual(7_500);
  expect(Math.max(...dueAt)).toBeLessThan(22_500);
  expect(new Set(dueAt).size).toBeGreaterThan(30);
});

test('no more locations are worked on at once than the limit', async () => {
  await addLocations(20);
  let [now, most, done] = [0, 0, 0];
  const work = async () => {
    now += 1;
    most = Math.max(most, now);
    await pause(30);
    now -= 1;
    done += 1;
  };
  start(testDesk.desk, work);
  await until(() => expect(done).toBe(20));
  expect(most).toBe(8);
});

test('locations whose platforms do not answer block no other, and no other process works on them meanwhile', async () => {
  const ids = await addLocations(12);
  const silent = ids.slice(0, 2);
  const asked: string[] = [];
  const answer = Promise.withResolvers<void>();
  for (const desk of [testDesk.desk, testDesk.another()]) {
    start(
      desk,
      ({ id }) => {
        asked.push(id);
        return silent.includes(id) ? answer.promise : Promise.resolve();
      },
      { leaseMs: 600 },
    );
  }
  await until(() => expect(asked.length).toBeGreaterThanOrEqual(12));
  // the clock of this test advances only here: longer than a lease that is not renewed
  for (let passed = 0; passed < 10; passed += 1) {
    testDesk.clock.now += 200;
    await until(async () => {
      const endsAt = (await claimed()).map(({ leaseEndsAt }) => leaseEndsAt?.getTime());
      expect(endsAt).toEqual(silent.map(() => testDesk.clock.now + 600));
    });
  }
  await untilPolledAgain();
  expect(asked.toSorted()).toEqual(ids.toSorted());
  expect((await claimed()).map(({ locationId }) => locationId).toSorted()).toEqual(silent.toSorted());
  answer.resolve();
  await until(async () => expect(await claimed()).toEqual([]));
});

test('work that a killed process had claimed is done once the claim has expired', async () => {
  const ids = await addLocations(3);
  const work = workOf(async () => false);
  const now = () => new Date(testDesk.clock.now);
  await syncWorkRows(testDesk.desk.db, { works: [work], now: now() });
  const claiming = { works: [work], leaseMs: 30_000 };
  const taken = await claimDueWork(testDesk.another().db, { ...claiming, look: { atMost: 8, now: now() } });
  expect(taken).toHaveLength(3);

  const done: string[] = [];
  start(testDesk.desk, async ({ id }) => done.push(id));
  testDesk.clock.now += 29_000;
  await untilPolledAgain();
  expect(done).toEqual([]);
  testDesk.clock.now += 1_001;
  await until(() => expect(done.toSorted()).toEqual(ids.toSorted()));
});

test('a clock that was set back by a few minutes delays no work, while a due time that is one and a half intervals ahead is believed', async () => {
  await addLocations(1);
  testDesk.clock.now = nowAheadOfDatabase();
  const work = workOf(async () => false);
  const { db } = testDesk.desk;
  await syncWorkRows(db, { works: [work], now: new Date(testDesk.clock.now) });
  const isClaimedAt = async (dueInMs: number) => {
    const now = new Date(testDesk.clock.now);
    const dueAt = new Date(testDesk.clock.now + dueInMs);
    await db.update(locationWork).set({ dueAt, leaseId: null, leaseEndsAt: null });
    return (await claimDueWork(db, { works: [work], leaseMs: 30_000, look: { atMost: 8, now } })).length > 0;
  };
  const longestMs = 1.5 * work.everyMs;
  expect(await isClaimedAt(longestMs)).toBe(false);
  expect(await isClaimedAt(longestMs + clocksDifferMs)).toBe(false);
  expect(await isClaimedAt(longestMs + clocksDifferMs + 1)).toBe(true);
});

test('rows that another process is claiming at the same moment are skipped without waiting', async () => {
  const ids = await addLocations(3);
  const work = workOf(async () => false);
  const now = new Date(testDesk.clock.now);
  await syncWorkRows(testDesk.desk.db, { works: [work], now });
  const claimed = await testDesk.desk.db.transaction(async (tx) => {
    await tx
      .select()
      .from(locationWork)
      .where(eq(locationWork.locationId, ids[0] ?? ''))
      .for('update');
    return claimDueWork(testDesk.another().db, { works: [work], leaseMs: 30_000, look: { atMost: 8, now } });
  });
  expect(claimed.map(({ location }) => location.id).toSorted()).toEqual(ids.slice(1).toSorted());
});

test('a stop waits a little for work under way and releases the rest, which another process does at once', async () => {
  const ids = await addLocations(3);
  const never = new Promise<void>(() => {});
  const stop = start(testDesk.desk, ({ id }) => (id === ids[0] ? Promise.resolve() : never), { patienceMs: 100 });
  await until(async () => expect(await claimed()).toHaveLength(2));
  const done: string[] = [];
  start(testDesk.another(), async ({ id }) => done.push(id), await onlyByNotices());
  await stop();
  await until(() => expect(done.toSorted()).toEqual(ids.slice(1).toSorted()));
  await until(async () => expect(await claimed()).toEqual([]));
});

test('the work of an added location is done at once, and a location that is retired or unreachable has none', async () => {
  const db = testDesk.desk.db;
  const done: string[] = [];
  start(testDesk.desk, async ({ id }) => done.push(id));
  const [first = '', second = '', third = ''] = await addLocations(3);
  await until(() => expect(done).toHaveLength(3));

  await setRetired(testDesk.desk, { locationId: first, isRetired: true });
  await db.update(platformStatus).set({ connection: 'unreachable' }).where(eq(platformStatus.locationId, second));
  const withWork = async () => (await rows()).map(({ locationId }) => locationId);
  await until(async () => expect(await withWork()).toEqual([third]));

  await db.update(platformStatus).set({ connection: 'reachable' }).where(eq(platformStatus.locationId, second));
  await setRetired(testDesk.desk, { locationId: first, isRetired: false });
  await until(() => expect(done.slice(3).toSorted()).toEqual([first, second].toSorted()));
});

test('each location has the works that it needs, and of other works nothing changes', async () => {
  const { db } = testDesk.desk;
  const now = new Date(testDesk.clock.now);
  const [first = '', second = ''] = await addLocations(2);
  const at = (kind: LocationWork['kind'], ...ids: string[]) => ({
    ...workOf(async () => false),
    kind,
    locationsAt: () => sql`select unnest(${sql.param(ids)}::uuid[])`,
  });
  const kept = async () => (await rows()).map(({ locationId, kind }) => `${kind} ${locationId}`).toSorted();
  await syncWorkRows(db, { works: [at('probe', first)], now });
  await syncWorkRows(db, { works: [at('mirrorTasks', first, second), at('askAbsent', second)], now });
  const probe = `probe ${first}`;
  expect(await kept()).toEqual(
    [`askAbsent ${second}`, `mirrorTasks ${first}`, `mirrorTasks ${second}`, probe].toSorted(),
  );
  await syncWorkRows(db, { works: [at('mirrorTasks', second), at('askAbsent', first)], now });
  expect(await kept()).toEqual([`askAbsent ${first}`, `mirrorTasks ${second}`, probe].toSorted());
});

test('work that becomes due while it is running is repeated once', async () => {
  const [locationId] = await addLocations(1);
  const first = Promise.withResolvers<void>();
  let begun = 0;
  start(testDesk.desk, () => {
    begun += 1;
    return begun === 1 ? first.promise : Promise.resolve();
  });
  await until(() => expect(begun).toBe(1));
  testDesk.clock.now += 1;
  await makeDue(testDesk.desk.db, { kind: 'mirrorTasks', locationId, now: new Date(testDesk.clock.now) });
  first.resolve();
  await until(() => expect(begun).toBe(2));
  await untilPolledAgain();
  expect(begun).toBe(2);
});

test('work that is due already and made due again by a change begins once the change is there', async () => {
  const options = await onlyByNotices();
  const [locationId = ''] = await addLocations(1);
  const { db } = testDesk.desk;
  const now = new Date(testDesk.clock.now);
  await syncWorkRows(db, { works: [workOf(async () => {})], now });
  const seen: string[] = [];
  await db.transaction(async (tx) => {
    await makeDue(tx, { kind: 'mirrorTasks', locationId, now });
    await tx.update(locations).set({ name: 'Renamed' }).where(eq(locations.id, locationId));
    start(testDesk.another(), async ({ name }) => void seen.push(name), options);
    await until(() => expect(polls[0]?.count).toBeGreaterThan(0));
  });
  await until(() => expect(seen).toEqual(['Renamed']));
});

test('between the periodic polls, work is done when its row is added, when it is made due, and at its next due time, with at most one poll a second', async () => {
  let done = 0;
  const options = { ...(await onlyByNotices()), everyMs: 500 };
  start(
    testDesk.desk,
    async () => {
      done += 1;
    },
    options,
  );
  const isDone = (times: number) => until(async () => expect([done, ...(await claimed())]).toEqual([times]));
  const [locationId] = await addLocations(1);
  await isDone(1);
  const asked = performance.now();
  for (const times of [2, 3]) {
    await makeDue(testDesk.desk.db, { kind: 'mirrorTasks', locationId, now: new Date(testDesk.clock.now) });
    await isDone(times);
  }
  expect(performance.now() - asked, 'a pause of a second between two polls').toBeGreaterThan(990);
  testDesk.clock.now += 1.5 * 500;
  await isDone(4);
});

test('due times that follow from work are announced to no other process, unlike inserts, what people make due, and releases', async () => {
  const live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
  stops.push(live.stop);
  const told: string[] = [];
  live.subscribeDue((notice) => void (notice && told.push(`${notice.kind} ${notice.at - begunAt}`)));
  const begunAt = testDesk.clock.now;
  let done = 0;
  const hold = Promise.withResolvers<void>();
  const works = [
    mirroringMembers,
    workOf(() => {
      done += 1;
      return done < 3 ? Promise.resolve() : hold.promise;
    }),
  ];
  const due = [locationWorkDue(testDesk.desk, works, { lookEveryMs: 3_600_000 })];
  const { db } = testDesk.desk;
  const [locationId] = await addLocations(1);
  await syncWorkRows(db, { works: works.slice(1), now: new Date(begunAt) });
  const stop = startWorker(testDesk.desk, { due, subscribeDue: live.subscribeDue }, { patienceMs: 100 });
  await until(async () => expect([done, ...(await claimed())]).toEqual([1]));
  await syncWorkRows(db, { works, now: new Date(begunAt) });
  // once more after the members were read
  await until(async () => expect([done, ...(await claimed())]).toEqual([2]));
  testDesk.clock.now += 1;
  await makeDue(db, { kind: 'mirrorTasks', locationId, now: new Date(testDesk.clock.now) });
  await until(() => expect(done).toBe(3));
  await stop();
  hold.resolve();
  await until(() => expect(told).toEqual(['mirrorTasks 0', 'mirrorMembers 0', 'mirrorTasks 1', 'mirrorTasks 1']));
});

test('work that takes several turns goes on after the other locations had theirs', async () => {
  const ids = await addLocations(3);
  const done: string[] = [];
  const work = async ({ id }: Location) => {
    testDesk.clock.now += 1;
    done.push(id);
    return done.filter((other) => other === id).length < 3;
  };
  start(testDesk.desk, work, { atOnce: 1 });
  await until(() => expect(done).toHaveLength(9));
  for (const turn of [0, 3, 6]) expect(done.slice(turn, turn + 3).toSorted()).toEqual(ids.toSorted());
});

test('work that fails is logged with its location, stops no other and is done again', async () => {
  const [bad = '', ...good] = await addLocations(3);
  const done: string[] = [];
  start(testDesk.desk, async ({ id }) => {
    if (id === bad) throw new Error('broken');
    done.push(id);
  });
  await until(() => expect(done.toSorted()).toEqual(good.toSorted()));
  await until(async () => expect(await claimed()).toEqual([]));
  expect(JSON.stringify(testDesk.logged)).toContain(bad);
  const { rows: due } = await testDesk.desk.db.execute(sql`select 1 from location_work where location_id = ${bad}`);
  expect(due).toHaveLength(1);
});
