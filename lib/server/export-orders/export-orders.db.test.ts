import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { requireLocation } from '#lib/server/base/locations.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { type ExportOrderRow, exportOrders } from '#lib/server/db/schema/export-orders.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { expireRecords } from '#lib/server/retention/expire.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import { FakeExport } from '#lib/testing/fake-export.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { type ExportOrderInput, type ExportProblem, mostExportOrders } from '#lib/wire/export-orders.ts';
import { daysLater, utcDayOf } from '#shared/calendar/days.ts';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';
import { until } from '#shared/testing/until.ts';
import { followingExportOrders } from './follow-orders.ts';
import { noteTold } from './note-told.ts';
import { orderExport } from './order-export.ts';
import { readExportOrders } from './read-orders.ts';

const testDesk = setUpTestDesk();
const desk = () => testDesk.desk;
let here: TestLocation;
let server: FakeExport;

const connect = (place: TestLocation, change: Parameters<typeof setLocation>[1]['change']) =>
  setLocation(desk(), { locationId: place.location.id, change, by: null });

beforeEach(async () => {
  // whose servers are stopped: another one may have their port
  await desk().db.delete(exportOrders);
  here = await testDesk.openLocation();
  testDesk.clock.now = Date.parse('2026-11-21T10:30:00Z');
  server = await new FakeExport().start();
  onTestFinished(() => server.stop());
  await connect(here, { exportUrl: server.url, exportKey: server.apiKey });
});

async function contextOf(place = here) {
  const location = await requireLocation(desk().db, place.location.id);
  return { desk: desk(), actor: { ...place.actor, location } };
}
const october = { dataSet: 'workouts', from: '2026-10-01', until: '2026-10-31', fileType: 'CSV' } as const;
const order = async (given: Partial<ExportOrderInput> = {}) =>
  orderExport(await contextOf(), { orderId: desk().newId(), ...october, ...given });
const list = async (place = here) => (await readExportOrders(await contextOf(place))).orders;
const rows = (place = here): Promise<ExportOrderRow[]> =>
  desk().db.select().from(exportOrders).where(eq(exportOrders.locationId, place.location.id));
const ask = () => workNow(desk(), followingExportOrders);
/** The platform’s answer about the last job. */
function tell(job: object) {
  const jobId = [...server.jobs.keys()].at(-1) ?? '';
  server.jobs.set(jobId, job);
}
const isAbout = (url: string) => url.includes('/async/jobs/');
/** Has passed some time, and the platform asked of what is due. */
async function pass(ms: number) {
  testDesk.clock.now += ms;
  await ask();
}

test('a file is ordered, written, kept for a day and gone, and the list and the log say whose order it is', async () => {
  expect(await order()).toEqual({ kind: 'ordered' });
  expect(server.ordered).toEqual([
    { startDate: '2026-10-01', endDate: '2026-10-31', exportType: 'SMART_STRENGTH_WORKOUTS', fileType: 'CSV' },
  ]);
  const shown = {
    ...october,
    id: expect.any(String),
    orderedAt: '2026-11-21T10:30:00.000Z',
    orderedBy: expect.any(String),
    state: 'inProgress',
    problem: null,
    isReady: false,
    keptUntil: null,
  };
  expect(await list()).toEqual([shown]);
  await pass(2_000);
  tell({ status: 'DONE', downloadURL: `${server.url}/exports/abc` });
  await pass(5_000);
  // it was still being written two seconds after the order
  const done = { state: 'done', isReady: true, keptUntil: '2026-11-22T10:30:02.000Z' };
  expect(await list()).toMatchObject([done]);
  tell({ status: 'EXPIRED' });
  await pass(hourMs);
  expect(await list()).toMatchObject([{ state: 'expired', isReady: false, keptUntil: null }]);
  const isOrder = and(eq(auditLog.locationId, here.location.id), eq(auditLog.action, 'orderExport'));
  expect(await desk().db.select().from(auditLog).where(isOrder)).toMatchObject([
    { staffId: here.actor.staffId, reason: 'workouts 2026-10-01 2026-10-31 CSV' },
  ]);
  // the address of a file is a credential
  expect(JSON.stringify([await rows(), testDesk.logged])).not.toContain('/exports/abc');
});

test('the platform is asked less and less often, and not at all about what is over', async () => {
  await order();
  const askedWithin = async (ms: number, stepMs: number) => {
    const before = server.requests.filter(isAbout).length;
    for (let passed = 0; passed < ms; passed += stepMs) await pass(stepMs);
    return server.requests.filter(isAbout).length - before;
  };
  expect(await askedWithin(60_000, 1_000)).toBe(11);
  expect(await askedWithin(59 * 60_000, 10_000)).toBe(17);
  // a quarter of its age is more than an hour by then
  await askedWithin(3 * hourMs, 30 * 60_000);
  expect(await askedWithin(10 * hourMs, 30 * 60_000)).toBe(10);
  tell({ status: 'FAILED' });
  await pass(hourMs);
  expect(await list()).toMatchObject([{ state: 'failed' }]);
  expect(await askedWithin(dayMs, hourMs)).toBe(0);
});

test('a repeated press is the same order, and so is the same file in another window', async () => {
  const orderId = desk().newId();
  expect(await order({ orderId })).toEqual({ kind: 'ordered' });
  expect(await order({ orderId })).toEqual({ kind: 'alreadyOrdered' });
  expect(await order()).toEqual({ kind: 'alreadyOrdered' });
  await expect(order({ orderId, fileType: 'JSON' })).rejects.toMatchObject({ code: 'conflict' });
  expect(server.ordered).toHaveLength(1);
  // another one, and the same once the first is over
  expect(await order({ fileType: 'JSON' })).toEqual({ kind: 'ordered' });
  await desk().db.update(exportOrders).set({ state: 'failed' }).where(eq(exportOrders.orderId, orderId));
  expect(await order()).toEqual({ kind: 'ordered' });
});

test('of several windows that order a file at once, one orders it', async () => {
  const release = await testDesk.holdInserts('export_orders');
  const ordering = [order(), order()];
  await until(async () => expect(await countWaiting(desk().db)).toBe(2));
  await release();
  const outcomes = await Promise.all(ordering);
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['alreadyOrdered', 'ordered']);
  expect(server.ordered).toHaveLength(1);
});

test('a gym has no more than some orders in progress', async () => {
  for (let count = 1; count <= mostExportOrders; count += 1) {
    expect(await order({ until: `2026-10-${String(count).padStart(2, '0')}` })).toEqual({ kind: 'ordered' });
  }
  expect(await order()).toEqual({ kind: 'tooMany' });
  expect(server.ordered).toHaveLength(mostExportOrders);
  // one that the platform never finishes does not keep a gym from ordering
  testDesk.clock.now += dayMs + 1;
  expect(await order()).toEqual({ kind: 'ordered' });
});

describe('an answer that is lost', () => {
  test.each<[string, FakeExport['fault'], ExportProblem]>([
    ['a broken connection', 'lost', { kind: 'unreachable', cause: 'brokenOff' }],
    ['a server error', { status: 500 }, { kind: 'unreachable', cause: 'failing' }],
    ['a page of a gateway', { status: 502, type: 'text/html' }, { kind: 'unreachable', cause: 'portal' }],
    ['a gateway that gave up', { status: 408 }, { kind: 'unreachable', cause: 'foreign' }],
    ['no body', { status: 201, body: '' }, { kind: 'unreadable', cause: 'foreign' }],
    ['no JSON', { status: 201, body: '<xml/>' }, { kind: 'unreadable', cause: 'foreign' }],
    ['no id', { status: 201, body: '{"status":"IN_PROGRESS"}' }, { kind: 'unreadable', cause: 'foreign' }],
    ['an id that is none', { status: 201, body: '{"jobId":"../../x"}' }, { kind: 'unreadable', cause: 'foreign' }],
    ['a page', { status: 200, type: 'text/html' }, { kind: 'unreadable', cause: 'portal' }],
  ])('(%s) leaves an order that may be one, and it is never repeated', async (_, fault, problem) => {
    server.fault = fault;
    const orderId = desk().newId();
    expect(await order({ orderId })).toEqual({ kind: 'unconfirmed', problem });
    expect(await order({ orderId })).toEqual({ kind: 'unconfirmed', problem });
    await pass(hourMs);
    expect(server.requests).toEqual(['/api/v1/data/async']);
    expect(await list()).toMatchObject([{ state: 'unconfirmed', problem, isReady: false }]);
    // a person may order it again, by a new order
    server.fault = null;
    expect(await order()).toEqual({ kind: 'ordered' });
  });

  test('because the process died leaves one, too, and a new order of it waits for a minute', async () => {
    const orderId = desk().newId();
    server.meanwhile = async () => {
      expect(await list()).toMatchObject([{ id: orderId, state: 'ordering', problem: null }]);
      expect(await order()).toEqual({ kind: 'alreadyOrdered' });
    };
    expect(await order({ orderId })).toEqual({ kind: 'ordered' });
    const lost = { state: 'unconfirmed', jobId: null, nextAskAt: null } as const;
    await desk().db.update(exportOrders).set(lost).where(eq(exportOrders.orderId, orderId));
    server.meanwhile = null;
    expect(await order({ orderId })).toEqual({ kind: 'alreadyOrdered' });
    testDesk.clock.now += 61_000;
    expect(await list()).toMatchObject([{ state: 'unconfirmed', problem: null }]);
    expect(await order({ orderId })).toEqual({ kind: 'unconfirmed', problem: null });
    expect(await order()).toEqual({ kind: 'ordered' });
    expect(server.ordered).toHaveLength(2);
  });
});

describe('what certainly was not ordered says why', () => {
  test.each<[string, FakeExport['fault'], ExportProblem]>([
    ['400', { status: 400, body: '{"message":"too old"}' }, { kind: 'invalid', cause: null }],
    ['401', { status: 401 }, { kind: 'refused', cause: null }],
    ['403', { status: 403 }, { kind: 'permissionMissing', cause: null }],
    ['429', { status: 429, retryAfter: '30' }, { kind: 'busy', cause: null }],
    ['404', { status: 404, body: '{"message":"no such path"}' }, { kind: 'unreachable', cause: 'foreign' }],
    ['405', { status: 405 }, { kind: 'unreachable', cause: 'foreign' }],
    ['a redirect', { status: 307 }, { kind: 'unreachable', cause: 'portal' }],
  ])('(%s)', async (_, fault, problem) => {
    server.fault = fault;
    expect(await order()).toEqual({ kind: 'notOrdered', problem });
    expect(await list()).toMatchObject([{ state: 'notOrdered', problem }]);
    await pass(hourMs);
    expect(server.requests).toEqual(['/api/v1/data/async']);
  });

  test('(no connection)', async () => {
    await server.stop();
    expect(await order()).toEqual({ kind: 'notOrdered', problem: { kind: 'unreachable', cause: 'refused' } });
    await server.start();
  });
});

test.each([
  ['a day that is too long ago', { from: '2025-11-20' }, 'from'],
  ['a day to come', { until: '2026-11-22' }, 'until'],
  ['days in the wrong order', { from: '2026-10-31', until: '2026-10-01' }, 'until'],
])('%s is not ordered', async (_, days, field) => {
  await expect(order(days)).rejects.toMatchObject({ issues: [{ path: [field] }] });
  expect(server.requests).toEqual([]);
  expect(await rows()).toEqual([]);
});

test('days are those in UTC: a year of them until today is ordered', async () => {
  testDesk.clock.now = Date.parse('2026-11-21T23:59:59Z');
  expect(await order({ from: '2025-11-21', until: '2026-11-21' })).toEqual({ kind: 'ordered' });
});

test('without the data export nothing is ordered', async () => {
  await connect(here, { exportUrl: null, exportKey: null });
  await expect(order()).rejects.toMatchObject({ code: 'conflict' });
  expect(await readExportOrders(await contextOf())).toMatchObject({ isConnected: false, today: '2026-11-21' });
});

test('with a key that was replaced meanwhile nothing is ordered: the file would be another gym’s', async () => {
  const before = await contextOf();
  await connect(here, { exportKey: 'another' });
  const wanted = { orderId: desk().newId(), ...october };
  await expect(orderExport(before, wanted)).rejects.toMatchObject({ code: 'conflict' });
  expect([server.requests, await rows()]).toEqual([[], []]);
});

describe('an answer about an order', () => {
  const cases: [string, object | string, object][] = [
    ['in another case', { status: 'Failed' }, { state: 'failed', problem: null }],
    ['without a status', {}, { state: 'inProgress', problem: { kind: 'unreadable', cause: 'foreign' } }],
    ['with another status', { status: 'QUEUED' }, { state: 'inProgress', problem: { kind: 'unreadable' } }],
    ['with a status that is no text', { status: 1 }, { state: 'inProgress', problem: { kind: 'unreadable' } }],
    ['that is no object', 'DONE', { state: 'inProgress', problem: { kind: 'unreadable' } }],
    ['without an address', { status: 'DONE' }, { state: 'done', isReady: false, problem: { kind: 'addressMissing' } }],
    [
      'with an address of null',
      { status: 'DONE', downloadURL: null },
      { state: 'done', isReady: false, problem: { kind: 'addressMissing' } },
    ],
    ...[
      'https://elsewhere.example/exports/x',
      '/exports/x',
      'http://127.0.0.1:1/exports/x',
      'file:///etc/passwd',
      'junk',
    ].map((downloadURL): [string, object, object] => [
      `with the address ${downloadURL}`,
      { status: 'DONE', downloadURL },
      { state: 'done', isReady: false, problem: { kind: 'addressForeign', cause: null } },
    ]),
    [
      'with an address that is no text',
      { status: 'DONE', downloadURL: { url: 1 } },
      { state: 'done', isReady: false, problem: { kind: 'addressForeign' } },
    ],
  ];
  test.each(cases)('%s', async (_, job, shown) => {
    await order();
    server.jobs.set([...server.jobs.keys()][0] ?? '', job as object); // safe because: it is sent as JSON
    await pass(5_000);
    expect(await list()).toMatchObject([shown]);
  });

  test('at the same host by another scheme, or with a password, is elsewhere', async () => {
    await order();
    for (const prefix of [
      server.url.replace('http:', 'https:'),
      server.url.replace('//', '//user:pass@'),
      `blob:${server.url}`,
    ]) {
      tell({ status: 'DONE', downloadURL: `${prefix}/exports/x` });
      await pass(hourMs);
      expect(await list()).toMatchObject([{ isReady: false, problem: { kind: 'addressForeign' } }]);
    }
  });

  test('which the platform does not know any more is over, but not where a gateway says so', async () => {
    await order();
    server.fault = { status: 404, body: 'not found', type: 'text/plain' };
    await pass(5_000);
    expect(await list()).toMatchObject([{ state: 'inProgress', problem: { kind: 'unreachable', cause: 'foreign' } }]);
    server.fault = null;
    server.jobs.clear();
    await pass(hourMs);
    expect(await list()).toMatchObject([{ state: 'forgotten', problem: null }]);
  });

  test('which the platform does not know may be a gateway’s: it is asked again, for two days', async () => {
    await order();
    const [jobId = ''] = server.jobs.keys();
    server.fault = { status: 404, body: '{"message":"no Route matched with those values"}' };
    await pass(5_000);
    expect(await list()).toMatchObject([{ state: 'forgotten' }]);
    server.fault = null;
    server.jobs.set(jobId, { status: 'DONE', downloadURL: `${server.url}/exports/x` });
    await pass(60_000);
    expect(await list()).toMatchObject([{ state: 'done', isReady: true }]);
    server.jobs.clear();
    const isAskedAgainAfter = async (ms: number) => {
      expect(await rows()).toMatchObject([{ nextAskAt: new Date(testDesk.clock.now + ms) }]);
      await pass(ms);
      expect(await list()).toMatchObject([{ state: 'forgotten', keptUntil: null }]);
    };
    await pass(10 * hourMs);
    // of a file that was there a moment ago
    await isAskedAgainAfter(60_000);
    await isAskedAgainAfter(hourMs);
    await pass(2 * dayMs);
    expect(await rows()).toMatchObject([{ state: 'forgotten', nextAskAt: null }]);
  });

  test('that the platform fails at is of that order alone', async () => {
    await order();
    const [bad = ''] = server.jobs.keys();
    testDesk.clock.now += 1;
    await order({ fileType: 'JSON' });
    server.meanwhile = async () => {
      server.fault = server.requests.at(-1)?.endsWith(bad) ? { status: 500 } : null;
    };
    tell({ status: 'DONE', downloadURL: `${server.url}/exports/x` });
    await pass(5_000);
    expect(await list()).toMatchObject([
      { state: 'done', problem: null },
      { state: 'inProgress', problem: { kind: 'unreachable', cause: 'failing' } },
    ]);
  });

  test('that breaks the connection keeps the others waiting for a minute, and no longer', async () => {
    await order();
    const [bad = ''] = server.jobs.keys();
    testDesk.clock.now += 1;
    await order({ fileType: 'JSON' });
    server.meanwhile = async () => {
      server.fault = server.requests.at(-1)?.endsWith(bad) ? 'lost' : null;
    };
    tell({ status: 'DONE', downloadURL: `${server.url}/exports/x` });
    await pass(5_000);
    expect(await list()).toMatchObject([{ state: 'inProgress' }, { state: 'inProgress' }]);
    await pass(61_000);
    expect(await list()).toMatchObject([{ state: 'done', problem: null }, { state: 'inProgress' }]);
  });

  test.each<[string, FakeExport['fault'], ExportProblem['kind']]>([
    ['is lost', 'lost', 'unreachable'],
    ['is that the key is not accepted', { status: 401 }, 'refused'],
    ['is that the key may not', { status: 403 }, 'permissionMissing'],
  ])('that %s changes no state, ends the turn, and the next one is after a minute', async (_, fault, kind) => {
    await order();
    testDesk.clock.now += 1_500;
    await order({ fileType: 'JSON' });
    server.fault = fault;
    // only the first one is due
    await pass(600);
    expect(server.requests.filter(isAbout)).toHaveLength(1);
    const both = await list();
    expect(both).toMatchObject([
      { state: 'inProgress', problem: { kind } },
      { state: 'inProgress', problem: { kind } },
    ]);
    await pass(50_000);
    expect(server.requests.filter(isAbout)).toHaveLength(1);
    server.fault = null;
    await pass(15_000);
    expect(server.requests.filter(isAbout)).toHaveLength(3);
    expect(await list()).toMatchObject([{ problem: null }, { problem: null }]);
  });

  test('that the limit is used up is respected for as long as the platform says, for all orders', async () => {
    await order();
    testDesk.clock.now += 1_500;
    await order({ fileType: 'JSON' });
    server.fault = { status: 429, retryAfter: '600' };
    // only the first one is due
    await pass(600);
    server.fault = null;
    for (let count = 1; count < 20; count += 1) await pass(30_000);
    await pass(29_000);
    expect(server.requests.filter(isAbout)).toHaveLength(1);
    await pass(2_000);
    expect(server.requests.filter(isAbout)).toHaveLength(3);
  });
});

test('a file that is done stays out of reach while the platform cannot be asked, and is asked about as often as before', async () => {
  await order();
  tell({ status: 'DONE', downloadURL: 'https://elsewhere.example/exports/x' });
  await pass(5_000);
  const elsewhere = { state: 'done', isReady: false, problem: { kind: 'addressForeign' } };
  expect(await list()).toMatchObject([elsewhere]);
  for (const fault of [{ status: 503 }, { status: 401 }, { status: 429, retryAfter: '1' }]) {
    server.fault = fault;
    await pass(8 * hourMs);
    expect(await list()).toMatchObject([elsewhere]);
  }
  server.fault = { status: 503 };
  await pass(hourMs);
  server.fault = null;
  tell({ status: 'EXPIRED' });
  await pass(16 * 60_000);
  expect(await list()).toMatchObject([{ state: 'expired' }]);
});

test('answers about several orders at once, each of which concerns all, are stored', async () => {
  for (const fileType of ['CSV', 'JSON', 'JSONL'] as const) await order({ fileType });
  const context = await contextOf();
  const due = await rows();
  for (let round = 0; round < 10; round += 1) {
    const told = { kind: 'busy', retryAfterMs: 60_000 + round } as const;
    await Promise.all(due.map((row) => noteTold(context, row, told)));
  }
  expect(await list()).toMatchObject(Array(3).fill({ problem: { kind: 'busy' } }));
});

test('a clock that was set back by some hours does not keep a file from being asked about', async () => {
  testDesk.clock.now = Date.now() + 20 * hourMs;
  const today = utcDayOf(testDesk.clock.now);
  const before = { from: daysLater(today, -20), until: daysLater(today, -10) };
  await order(before);
  await pass(5_000);
  testDesk.clock.now -= 5 * hourMs;
  tell({ status: 'FAILED' });
  await pass(5_000);
  expect(await list()).toMatchObject([{ state: 'failed' }]);
  expect(await order(before)).toEqual({ kind: 'ordered' });
});

test('a clock that was set back does not keep the platform from being asked', async () => {
  await order();
  testDesk.clock.now -= 30 * dayMs;
  const ahead = { nextAskAt: sql`now() + interval '400 days'` };
  await desk().db.update(exportOrders).set(ahead).where(eq(exportOrders.locationId, here.location.id));
  await ask();
  expect(server.requests.filter(isAbout)).toHaveLength(1);
});

test('orders are shown and followed at their gym alone, and go with its key, its address and a month after its retirement', async () => {
  const there = await testDesk.openLocation();
  await order();
  expect(await list(there)).toEqual([]);
  await connect(here, { exportKey: 'another' });
  expect(await rows()).toEqual([]);
  await connect(here, { exportKey: server.apiKey });
  await order();
  await here.retire();
  await pass(hourMs);
  expect(server.requests.filter(isAbout)).toEqual([]);
  await expireRecords(desk());
  expect(await rows()).toHaveLength(1);
  testDesk.clock.now += 31 * dayMs;
  await expireRecords(desk());
  expect(await rows()).toEqual([]);
});

test('an order is kept for thirty days', async () => {
  await order();
  testDesk.clock.now += 29 * dayMs;
  await expireRecords(desk());
  expect(await rows()).toHaveLength(1);
  testDesk.clock.now += 2 * dayMs;
  await expireRecords(desk());
  expect(await rows()).toEqual([]);
});

test('an answer about a gym that has another key by then is not stored, and is not shown as an order', async () => {
  server.meanwhile = async () => {
    server.meanwhile = null;
    await connect(here, { exportKey: 'another' });
  };
  await expect(order()).rejects.toMatchObject({ code: 'conflict' });
  expect(await rows()).toEqual([]);
  const former = await contextOf();
  await connect(here, { exportKey: server.apiKey });
  await order();
  const before = await rows();
  const [row] = before;
  if (!row) throw new Error('No order.');
  await noteTold(former, { ...row, orderId: desk().newId() }, { kind: 'busy', retryAfterMs: null });
  expect(await rows()).toEqual(before);
});
