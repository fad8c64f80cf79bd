import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { requireLocation } from '#lib/server/base/locations.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { exportOrders } from '#lib/server/db/schema/export-orders.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { followingExportOrders } from '#lib/server/export-orders/follow-orders.ts';
import { openExportFile } from '#lib/server/export-orders/open-export-file.ts';
import { orderExport } from '#lib/server/export-orders/order-export.ts';
import { readExportOrders } from '#lib/server/export-orders/read-orders.ts';
import { fileLimits } from '#lib/server/gym-export/open-file.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { browserRequest, signIn } from '#lib/testing/browser.ts';
import { FakeExport } from '#lib/testing/fake-export.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { GET, HEAD } from './route.ts';

const testDesk = setUpStartedDesk();
const desk = () => testDesk.desk;
let here: TestLocation;
let server: FakeExport;
let orderId: string;

const path = '/exports/c2VhbGVk';
const content = 'externalAccountId,machineType\r\na,LEG_PRESS\r\n';
type Send = NonNullable<ReturnType<FakeExport['files']['get']>>;
const serve = (send: Send) => server.files.set(path, send);
const tell = (job: object) => server.jobs.set([...server.jobs.keys()][0] ?? '', job);

async function context() {
  const location = await requireLocation(desk().db, here.location.id);
  return { desk: desk(), actor: { ...here.actor, location } };
}

beforeEach(async () => {
  // whose servers are stopped: another one may have their port
  await desk().db.delete(exportOrders);
  here = await testDesk.openLocation();
  server = await new FakeExport().start();
  onTestFinished(() => server.stop());
  const change = { exportUrl: server.url, exportKey: server.apiKey };
  await setLocation(desk(), { locationId: here.location.id, change, by: null });
  orderId = desk().newId();
  const wanted = { dataSet: 'workouts', from: '2026-10-01', until: '2026-10-31', fileType: 'CSV' } as const;
  await orderExport(await context(), { orderId, ...wanted });
  tell({ status: 'DONE', downloadURL: `${server.url}${path}` });
  testDesk.clock.now += 5_000;
  await workNow(desk(), followingExportOrders);
  serve((response) => response.writeHead(200, { 'content-length': content.length }).end(content));
  await signIn(testDesk, 'manager', here);
});

const ask = async (handle: typeof GET, init: RequestInit = {}, { location } = here, id = orderId) =>
  handle(
    await browserRequest(`http://desk${pathAt(location.id, '/api/desk/export-orders/file', { orderId: id })}`, init),
  );
const get = (...asked: [init?: RequestInit, at?: TestLocation, id?: string]) => ask(GET, ...asked);
const shown = async () => (await readExportOrders(await context())).orders;
const fetched = () => desk().db.select().from(auditLog).where(eq(auditLog.action, 'fetchExport'));

test('the file comes whole, by a name and a type of the desk’s own, without the key, and the log has who fetched it', async () => {
  const heard: object[] = [];
  serve((response, { headers }) => {
    heard.push({ key: headers['x-api-key'], cookie: headers.cookie, coding: headers['accept-encoding'] });
    const misleading = { 'content-type': 'text/html; x', 'content-disposition': 'inline; filename="../../x.html"' };
    response.writeHead(200, { ...misleading, 'content-type': 'text/csv' }).end(content);
  });
  const response = await get();
  expect(await response.text()).toBe(content);
  expect(Object.fromEntries(response.headers)).toEqual({
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="workouts-2026-10-01-2026-10-31.csv"',
    'content-type': 'text/csv; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  expect(heard).toEqual([{ key: undefined, cookie: undefined, coding: 'identity' }]);
  expect((await fetched()).filter(({ locationId }) => locationId === here.location.id)).toMatchObject([
    { reason: 'workouts 2026-10-01 2026-10-31 CSV' },
  ]);
  // the address of the file is a credential
  expect(JSON.stringify(testDesk.logged)).not.toContain(path);
});

describe('a file that is cut', () => {
  const half = content.slice(0, 20);
  test.each<[string, Send]>([
    ['with its length', (response) => response.writeHead(200, { 'content-length': content.length })],
    ['in chunks', (response) => response.writeHead(200)],
  ])('%s fails at the browser and does not end', async (_, begin) => {
    const cut = Promise.withResolvers<void>();
    serve(async (response, request) => {
      begin(response, request);
      response.write(half);
      await cut.promise;
      response.destroy();
    });
    const response = await get();
    expect(response.status).toBe(200);
    cut.resolve();
    await expect(response.text()).rejects.toThrow('A file of the data export broke off.');
  });
});

describe('within its limits', () => {
  const open = async (limits: Partial<typeof fileLimits>, leaving = new AbortController().signal) =>
    openExportFile(await context(), { orderId, leaving, limits: { ...fileLimits, ...limits } });
  const silent: Send = (response) => void response.writeHead(200).write('a');

  test('a file that is too large fails: at once where its length is known', async () => {
    await expect(open({ bytes: content.length - 1 })).rejects.toMatchObject({ code: 'platformUnavailable' });
    serve((response) => response.writeHead(200).end(content));
    const { body } = await open({ bytes: content.length - 1 });
    await expect(text(body)).rejects.toThrow('too large');
    expect(await text((await open({ bytes: content.length })).body)).toBe(content);
  });

  test.each([
    ['that falls silent', { silenceMs: 20 }],
    ['that takes too long', { wholeMs: 20 }],
  ])('a file %s fails, and its connection is closed', async (_, limits) => {
    const closed = Promise.withResolvers<void>();
    serve((response, request) => {
      response.on('close', closed.resolve);
      silent(response, request);
    });
    await expect(text((await open(limits)).body)).rejects.toThrow('broke off');
    await closed.promise;
  });

  test('a file that nobody takes any more is left', async () => {
    const closed = Promise.withResolvers<void>();
    serve((response) => {
      response.on('close', closed.resolve);
      response.writeHead(200).write('a');
    });
    const { body } = await open({ unreadMs: 20 });
    await closed.promise;
    await expect(text(body)).rejects.toThrow('broke off');
  });

  test('a file that does not begin is not waited for', async () => {
    serve(() => {});
    await expect(open({ answerMs: 20 })).rejects.toMatchObject({ code: 'platformUnavailable' });
  });

  test('the download ends with the browser, before the file begins and while it comes', async () => {
    const asked = Promise.withResolvers<void>();
    const closes = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let count = 0;
    serve((response, request) => {
      response.on('close', closes[count]?.resolve ?? (() => {}));
      count += 1;
      if (count === 2) silent(response, request);
      asked.resolve();
    });
    const leaving = new AbortController();
    const opening = open({}, leaving.signal);
    await asked.promise;
    leaving.abort();
    await expect(opening).rejects.toThrow();
    await closes[0]?.promise;
    const { body } = await open({});
    const reader = body.getReader();
    await reader.read();
    await reader.cancel();
    await closes[1]?.promise;
  });
});

/** Neither with its length nor in chunks, so that half of it looks like the whole. */
const sendWithoutEnd = ({ socket }: Parameters<Send>[0], version: string) =>
  socket?.end(`HTTP/${version} 200 OK\r\nconnection: close\r\n\r\n${content.slice(0, 20)}`);

describe('no file', () => {
  test.each<[string, Send]>([
    ['a redirect', (response) => response.writeHead(302, { location: `${server.url}/elsewhere` }).end()],
    ['a page', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['a part', (response) => response.writeHead(206).end('a')],
    ['a server error', (response) => response.writeHead(500).end()],
    ['a compressed one', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('a')],
    ['a broken connection', (response) => response.destroy()],
    ['one of which nothing tells the end', (response) => sendWithoutEnd(response, '1.0')],
    ['one that ends with its connection', (response) => sendWithoutEnd(response, '1.1')],
  ])(
    'where %s comes instead: the address is not followed further, and nothing is logged as fetched',
    async (_, send) => {
      serve(send);
      const response = await get();
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ ok: false, error: { code: 'platformUnavailable' } });
      expect(server.requests).not.toContain('/elsewhere');
      expect((await fetched()).filter(({ locationId }) => locationId === here.location.id)).toEqual([]);
    },
  );

  test.each([404, 410])('where the platform has none any more (%i)', async (status) => {
    serve((response) => response.writeHead(status).end('{}'));
    expect((await get()).status).toBe(404);
    expect(await shown()).toMatchObject([{ state: 'done', problem: { kind: 'unreachable', cause: 'foreign' } }]);
  });

  test('where the file’s own address fails, which the list says until the platform is asked again', async () => {
    serve((response) => response.writeHead(500).end());
    expect((await get()).status).toBe(503);
    const failing = { state: 'done', isReady: true, problem: { kind: 'unreachable', cause: 'failing' } };
    expect(await shown()).toMatchObject([failing]);
    testDesk.clock.now += 16 * 60_000;
    await workNow(desk(), followingExportOrders);
    expect(await shown()).toMatchObject([{ state: 'done', isReady: true, problem: null }]);
  });

  test('for a HEAD, which asks the platform nothing', async () => {
    const before = server.requests.length;
    expect(await ask(HEAD, { method: 'HEAD' })).toMatchObject({ status: 405, body: null });
    expect(server.requests).toHaveLength(before);
  });

  test.each([
    ['EXPIRED', 'expired'],
    ['FAILED', 'failed'],
  ])('of an order that is %s by now, and the list says so', async (status, state) => {
    tell({ status });
    expect((await get()).status).toBe(404);
    expect(await shown()).toMatchObject([{ state }]);
    expect(server.requests).not.toContain(path);
  });

  test('of an order that the platform does not know any more', async () => {
    server.jobs.clear();
    expect((await get()).status).toBe(404);
    expect(await shown()).toMatchObject([{ state: 'forgotten' }]);
  });

  test.each([undefined, 'http://localhost:1/exports/x', 'https://elsewhere.example/x', '/exports/c2VhbGVk'])(
    'where the platform says that it is at %s',
    async (downloadURL) => {
      tell({ status: 'DONE', downloadURL });
      expect((await get()).status).toBe(503);
      expect(server.requests.filter((url) => url.startsWith('/exports'))).toEqual([]);
    },
  );

  test('where the platform does not answer', async () => {
    server.fault = { status: 500 };
    expect((await get()).status).toBe(503);
    expect(await shown()).toMatchObject([{ state: 'done', isReady: true, problem: { kind: 'unreachable' } }]);
  });

  test('of an order that is not done, of none, and of another gym', async () => {
    await desk().db.update(exportOrders).set({ state: 'inProgress' }).where(eq(exportOrders.orderId, orderId));
    expect((await get()).status).toBe(404);
    expect((await get({}, here, desk().newId())).status).toBe(404);
    const there = await testDesk.openLocation();
    await signIn(testDesk, 'manager', there);
    expect((await get()).status).toBe(403);
    expect((await get({}, there)).status).toBe(404);
  });

  test('for people who may not open the office', async () => {
    await signIn(testDesk, 'trainer', here);
    expect((await get()).status).toBe(403);
  });
});
