import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { watchCrowd } from '#lib/server/base/crowd.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { VisitKey } from '#lib/server/base/queues.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { startWorker } from '#lib/server/due/worker.ts';
import { type RunningLiveEvents, startLiveEvents } from '#lib/server/live/live-listener.ts';
import { sendingVisits } from '#lib/server/visit-sending/send-visit.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';
import { holdDeadlines } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { type ClaimRow, sendingRows } from './send-rows.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
const ends: (() => Promise<void>)[] = [];

beforeEach(async () => {
  // rows that one test leaves due must not be sent in the next one
  await testDesk.desk.db.delete(visits);
  here = await testDesk.openLocation();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(desk: DeskContext, options: { lookEveryMs?: number; live?: RunningLiveEvents } = {}) {
  const { live, lookEveryMs } = options;
  const sending = sendingVisits(desk);
  const prepare = sending.prepare && { ...sending.prepare, everyMs: lookEveryMs ?? sending.prepare.everyMs };
  const due = { ...sending, ...(prepare && { prepare }) };
  const stop = startWorker(desk, { due: [due], ...(live && { subscribeDue: live.subscribeDue }) }, { patienceMs: 100 });
  ends.push(stop);
  return stop;
}
async function listen(): Promise<RunningLiveEvents> {
  const live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
  ends.push(live.stop);
  return live;
}
async function scan(at = here) {
  const member = inventMember();
  at.platform.members.push(member);
  const endDeadlines = holdDeadlines();
  const verdict = await lookUp(
    { desk: testDesk.desk, actor: at.actor },
    { ...at.tap(), source: 'scan', value: member.card },
  );
  endDeadlines();
  return verdict;
}
const states = async () => (await here.ledger()).map(({ state }) => state);
const arrived = () => here.platform.count('/checkins');

test('a visit is sent at its time after a notice of another process', async () => {
  const live = await listen();
  await start(testDesk.another(), { lookEveryMs: 3_600_000, live });
  await until(() => expect(live.countWindows()).toBe(0));
  await scan();
  expect(await states()).toEqual(['held']);
  testDesk.clock.now += 10_000;
  // the alarm reads the clock at least every ten seconds
  await until(async () => expect(await states()).toEqual(['sent']));
});

test('without notices, a visit is sent at the next poll', async () => {
  await scan();
  testDesk.clock.now += 10_000;
  await start(testDesk.another(), { lookEveryMs: 100 });
  await until(async () => expect(await states()).toEqual(['sent']));
});

test('two processes that send at the same time send each visit once', async () => {
  for (let scanned = 0; scanned < 25; scanned += 1) await scan();
  testDesk.clock.now += 10_000;
  for (const desk of [testDesk.desk, testDesk.another()]) await start(desk, { lookEveryMs: 50 });
  await until(async () => expect(new Set(await states())).toEqual(new Set(['sent'])));
  expect(arrived()).toBe(25);
  expect((await here.ledger()).map(({ attempts }) => attempts)).toEqual(Array.from({ length: 25 }, () => 1));
});

test('visits of a location whose platform hangs leave capacity for those of another', async () => {
  for (let scanned = 0; scanned < 45; scanned += 1) await scan();
  const other = await testDesk.openLocation();
  await scan(other);
  here.platform.fault = ({ path }) => (path.endsWith('/checkins') ? 'silence' : null);
  testDesk.clock.now += 10_000;
  holdDeadlines();
  await start(testDesk.desk, { lookEveryMs: 50 });
  await until(async () => expect((await other.ledger()).map(({ state }) => state)).toEqual(['sent']));
  here.platform.fault = () => null;
});

test('a stop releases a visit that is being sent, and another process is notified and sends it', async () => {
  await scan();
  here.platform.fault = ({ path }) => (path.endsWith('/checkins') ? 'silence' : null);
  testDesk.clock.now += 10_000;
  const stop = await start(testDesk.desk, { lookEveryMs: 50 });
  await until(async () => expect(await states()).toEqual(['sending']));
  const live = await listen();
  await start(testDesk.another(), { lookEveryMs: 3_600_000, live });
  await until(() => expect(live.countWindows()).toBe(0));
  here.platform.fault = () => null;
  await stop();
  await until(async () => expect(await states()).toEqual(['sent']));
});

type Send = (row: { key: VisitKey; claimRow: ClaimRow<typeof visits> }) => Promise<void>;
const sending = (send: Send, desk = testDesk.desk) =>
  sendingRows<typeof visits, VisitKey>(desk, visitLedger(desk), send);

test('while lists of windows wait, only some rows are begun in each half second', async () => {
  for (let scans = 0; scans < 8; scans += 1) await scan();
  testDesk.clock.now += 10_000;
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const crowd = { ...watchCrowd(), openPace: () => () => true };
  let begun = 0;
  const send: Send = () => {
    begun += 1;
    return new Promise(() => {});
  };
  const { lanes } = sending(send, { ...testDesk.desk, crowd });
  await lanes.fill();
  expect(begun).toBe(6);
  now += 500;
  await until(() => expect(begun).toBe(8));
  lanes.takeNoMore();
  clock.mockRestore();
});

test('a row that has not been claimed when the process stops is not claimed any more', async () => {
  await scan();
  testDesk.clock.now += 10_000;
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const claimed: unknown[] = [];
  const due = sending(async ({ claimRow }) => {
    begun.resolve();
    await goOn.promise;
    claimed.push(await claimRow());
  });
  const stop = startWorker(testDesk.desk, { due: [due] }, { patienceMs: 10 });
  await begun.promise;
  await stop();
  goOn.resolve();
  await until(() => expect(claimed).toEqual([null]));
  expect(await states()).toEqual(['held']);
});

test('a row that is being claimed at that moment is released', async () => {
  await scan();
  testDesk.clock.now += 10_000;
  const claimed: unknown[] = [];
  const { lanes } = sending(async ({ claimRow }) => {
    const claiming = claimRow();
    lanes.takeNoMore();
    await lanes.release();
    claimed.push(await claiming);
  });
  await lanes.fill();
  await until(() => expect(claimed).toEqual([null]));
  expect(await here.ledger()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
});

test('a row that another transaction has locked is attempted once per poll', async () => {
  const { tapId } = await scan();
  testDesk.clock.now += 10_000;
  let attempts = 0;
  const { lanes } = sending(async ({ claimRow }) => {
    attempts += 1;
    await claimRow();
  });
  await testDesk.another().db.transaction(async (tx) => {
    await tx.select().from(visits).where(eq(visits.tapId, tapId)).for('update');
    await lanes.fill();
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  lanes.takeNoMore();
  expect(attempts).toBe(1);
});

test('rows under way that are not claimed yet leave the last place to another location', async () => {
  const others = [here, await testDesk.openLocation(), await testDesk.openLocation()];
  for (const at of others) for (let scanned = 0; scanned < 13; scanned += 1) await scan(at);
  testDesk.clock.now += 10_000;
  const [begun, ends] = [[] as string[], Promise.withResolvers<void>()];
  const { lanes } = sending(({ key: { locationId } }) => {
    begun.push(locationId);
    return ends.promise;
  });
  await lanes.fill();
  expect(begun).toHaveLength(39);
  const healthy = await testDesk.openLocation();
  await scan(healthy);
  testDesk.clock.now += 10_000;
  await lanes.fill();
  expect(begun.at(-1)).toBe(healthy.location.id);
  lanes.takeNoMore();
  ends.resolve();
  await lanes.idle();
});

test('a row of a dead process is freed and sent, and a failure is logged with the ids of its row alone', async () => {
  const { tapId } = await scan();
  const claimedAt = new Date(testDesk.clock.now);
  const { db } = testDesk.desk;
  await db.update(visits).set({ state: 'sending', claimedAt, attempts: 1 }).where(eq(visits.tapId, tapId));
  testDesk.clock.now += 61_000;
  testDesk.logged.length = 0;
  let isBroken = true;
  const breaking: DeskContext = {
    ...testDesk.desk,
    gymClientOf: (location) => {
      if (!isBroken) return testDesk.desk.gymClientOf(location);
      throw new Error('its key cannot be read');
    },
  };
  await start(breaking, { lookEveryMs: 50 });
  const row = { locationId: here.location.id, tapId };
  const line = [expect.objectContaining({ queue: 'send-visit', row }), 'a row could not be attempted'];
  await until(() => expect(testDesk.logged).toContainEqual(line));
  isBroken = false;
  await until(async () => expect(await states()).toEqual(['sent']));
});
