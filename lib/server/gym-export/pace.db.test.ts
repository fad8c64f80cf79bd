import { eq } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { requireLocation } from '#lib/server/base/locations.ts';
import { directorySyncs } from '#lib/server/db/schema/directory.ts';
import { exportPauses } from '#lib/server/db/schema/export-pauses.ts';
import { optOutChecks } from '#lib/server/db/schema/opt-outs.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { followingExportOrders } from '#lib/server/export-orders/follow-orders.ts';
import { openExportFile } from '#lib/server/export-orders/open-export-file.ts';
import { orderExport } from '#lib/server/export-orders/order-export.ts';
import { readExportOrders } from '#lib/server/export-orders/read-orders.ts';
import { askOptedOut } from '#lib/server/gym-export/ask-opted-out.ts';
import { findExportCredentials } from '#lib/server/gym-export/find-export-credentials.ts';
import { openFile } from '#lib/server/gym-export/open-file.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { matchingOptedOut, matchOptedOut } from '#lib/server/opt-outs/match-opted-out.ts';
import { readOptOuts } from '#lib/server/opt-outs/read-opt-outs.ts';
import { checkOptOuts } from '#lib/server/opt-outs/request-check.ts';
import { pullingTraining, pullTraining } from '#lib/server/training/pull-training.ts';
import { FakeExport } from '#lib/testing/fake-export.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';
import { paceOf } from './pace.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let server: FakeExport;

const setExport = (change: Parameters<typeof setLocation>[1]['change']) =>
  setLocation(testDesk.desk, { locationId: here.location.id, change, by: null });

beforeEach(async () => {
  here = await testDesk.openLocation();
  testDesk.clock.now = Date.parse('2026-11-21T10:30:00Z');
  server = await new FakeExport().start();
  onTestFinished(() => server.stop());
  await setExport({ exportUrl: server.url, exportKey: server.apiKey });
});

async function contextAt(desk = testDesk.desk) {
  const location = await requireLocation(desk.db, here.location.id);
  return { desk, actor: { ...here.actor, location } };
}

/** Has a file ordered and written, and asks for nothing more. @returns the id of the order */
async function orderFile(): Promise<string> {
  const orderId = testDesk.desk.newId();
  const file = { dataSet: 'workouts', from: '2026-10-01', until: '2026-10-31', fileType: 'CSV' } as const;
  await orderExport(await contextAt(), { orderId, ...file });
  const [jobId = ''] = server.jobs.keys();
  server.jobs.set(jobId, { status: 'DONE', downloadURL: `${server.url}/exports/abc` });
  testDesk.clock.now += 5_000;
  await workNow(testDesk.desk, followingExportOrders);
  server.requests.length = 0;
  return orderId;
}
const leaving = new AbortController().signal;

const uses: Record<string, (orderId: string) => Promise<unknown>> = {
  'a page of training': async () => pullTraining(await contextAt(testDesk.another())),
  'a download': async (orderId) => openExportFile(await contextAt(), { orderId, leaving }).catch(() => {}),
  'an order': async () => {
    const file = { dataSet: 'body', from: '2026-10-01', until: '2026-10-31', fileType: 'JSON' } as const;
    return orderExport(await contextAt(), { orderId: testDesk.desk.newId(), ...file });
  },
  'the list of opted-out people': async () => matchOptedOut(await contextAt(testDesk.another())),
};
const pairs = Object.keys(uses).flatMap((first) => Object.keys(uses).map((second) => [first, second] as const));

test.each(pairs)(
  'what is answered to %s, that the limit of the key is used up, holds for %s, too, in every process',
  async (first, second) => {
    const orderId = await orderFile();
    server.fault = { status: 429, retryAfter: '90' };
    await uses[first]?.(orderId);
    expect(server.requests).toHaveLength(1);
    server.fault = null;
    testDesk.clock.now += 89_000;
    await uses[second]?.(orderId);
    expect(server.requests).toHaveLength(1);
    testDesk.clock.now += hourMs;
    await uses[second]?.(orderId);
    expect(server.requests.length).toBeGreaterThan(1);
  },
);

test('a file whose own request is refused pauses the key, and its list says why', async () => {
  const orderId = await orderFile();
  server.files.set('/exports/abc', (response) => response.writeHead(429, { 'retry-after': '90' }).end());
  await expect(openExportFile(await contextAt(), { orderId, leaving })).rejects.toMatchObject({
    code: 'platformUnavailable',
  });
  const { orders } = await readExportOrders(await contextAt());
  expect(orders).toMatchObject([{ state: 'done', isReady: true, problem: { kind: 'busy' } }]);
  const asked = server.requests.length;
  await uses['a page of training']?.(orderId);
  expect(server.requests).toHaveLength(asked);
});

test('a manager who has the list checked meanwhile is told from when on, and it is read then', async () => {
  server.fault = { status: 429, retryAfter: '1800' };
  await pullTraining(await contextAt());
  server.fault = null;
  server.requests.length = 0;
  const staff = await contextOf(testDesk.desk, here.actor.staffId);
  const pausedUntil = '2026-11-21T11:00:00.000Z';
  const context = { ...staff, actor: { ...staff.actor, location: (await contextAt()).actor.location } };
  const readState = async () => (await readOptOuts(await contextAt(), {})).state;
  await testDesk.desk.db
    .insert(optOutChecks)
    .values({ locationId: here.location.id, nextAt: new Date(testDesk.clock.now + dayMs) });
  expect(await readState()).toMatchObject({ isPending: false, paused: { until: pausedUntil, isReadThen: false } });
  expect(await checkOptOuts(context)).toEqual({ pausedUntil });
  expect(await readState()).toMatchObject({
    isPending: false,
    paused: { until: pausedUntil, isReadThen: true },
    failure: null,
  });
  testDesk.clock.now = Date.parse(pausedUntil);
  expect(await readState()).toMatchObject({ isPending: true, paused: null });
  expect(await checkOptOuts(context)).toEqual({ pausedUntil: null });
});

test('another key has its own limit, also where the answer to the former one comes later', async () => {
  const before = await contextAt();
  server.fault = { status: 429, retryAfter: '90' };
  await pullTraining(before);
  await setExport({ exportKey: 'another' });
  expect(await pauses()).toEqual([]);
  await matchOptedOut(before);
  expect(await pauses()).toEqual([]);
});

test('a pause of before the clock was set back keeps nothing waiting', async () => {
  testDesk.clock.now += 24 * hourMs;
  server.fault = { status: 429, retryAfter: '90' };
  await pullTraining(await contextAt());
  server.fault = null;
  server.requests.length = 0;
  testDesk.clock.now -= 24 * hourMs;
  await matchOptedOut(await contextAt());
  expect(server.requests).toHaveLength(1);
});

test('a shorter wait in the answer to another request under way ends no longer one', async () => {
  const { desk, actor } = await contextAt();
  const pace = paceOf(desk, actor.location);
  await pace.pause(6 * hourMs);
  await paceOf(testDesk.another(), actor.location).pause(null);
  expect(await pace.readLeftMs()).toBe(6 * hourMs);
});

test('a limit on the pages of training alone starves neither the list of opted-out people nor is read before it', async () => {
  await trainingIsDue();
  await testDesk.desk.db
    .insert(optOutChecks)
    .values({ locationId: here.location.id, nextAt: new Date(testDesk.clock.now) });
  await paceOf(testDesk.desk, (await contextAt()).actor.location).pause(5 * 60_000);
  await workNow(testDesk.desk, matchingOptedOut);
  testDesk.clock.now += 5 * 60_000;
  server.fault = { status: 429 };
  await workNow(testDesk.desk, pullingTraining);
  expect(server.requests, 'training lets the list go first').toEqual([]);
  server.fault = null;
  await workNow(testDesk.desk, matchingOptedOut);
  expect((await readOptOuts(await contextAt(), {})).state).toMatchObject({ isPending: false, failure: null });
  await workNow(testDesk.desk, pullingTraining);
  expect(server.requests.length).toBeGreaterThan(1);
});

test('a failure of the desk’s database is not told as a lost platform', async () => {
  const { location } = (await contextAt()).actor;
  const credentials = findExportCredentials(testDesk.desk, location);
  if (!credentials) throw new Error('There are no credentials.');
  server.fault = { status: 429 };
  const broken = new Error('no database');
  const pace = { readLeftMs: async () => 0, pause: () => Promise.reject(broken) };
  await expect(askOptedOut({ ...credentials, pace }, { timeoutMs: 60_000 })).rejects.toBe(broken);
  server.files.set('/exports/abc', (response) => response.writeHead(429).end());
  const url = new URL('/exports/abc', server.url);
  const limits = { answerMs: 60_000, bytes: 1_000, silenceMs: 60_000, unreadMs: 60_000, wholeMs: 60_000 };
  await expect(openFile({ ...credentials, pace }, { url, leaving, limits })).rejects.toBe(broken);
});

async function trainingIsDue() {
  const locationId = here.location.id;
  const read = { locationId, allReadAt: new Date(testDesk.clock.now) };
  await testDesk.desk.db
    .insert(directorySyncs)
    .values(read)
    .onConflictDoUpdate({ target: directorySyncs.locationId, set: read });
}

const pauses = () => testDesk.desk.db.select().from(exportPauses).where(eq(exportPauses.locationId, here.location.id));
