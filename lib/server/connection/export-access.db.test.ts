import type http from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireLocation } from '#lib/server/base/locations.ts';
import { connectionVersionOf } from '#lib/server/locations/connection-version.ts';
import { FakeServer } from '#lib/testing/fake-server.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { readConnection } from './read-connection.ts';
import { removeExportAccess, saveExportAccess } from './save-access.ts';
import { testConnection } from './test-connection.ts';

interface Reply {
  status: number;
  body?: unknown;
  type?: string;
}

class FakeExport extends FakeServer {
  reply: Reply | null = null;
  readonly requests: string[] = [];

  get url(): string {
    return this.origin;
  }

  protected handle({ url = '', headers }: http.IncomingMessage, response: http.ServerResponse): void {
    this.requests.push(url);
    const right = headers['x-api-key'] === 'fd_export';
    const page = { gym: { name: 'München West' }, data: [], nextCursor: null };
    const {
      status,
      body,
      type = 'application/json',
    } = this.reply ?? (right ? { status: 200, body: page } : { status: 401, body: { message: 'No.' } });
    response.writeHead(status, { 'content-type': type, location: '/elsewhere' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
  }
}

const testDesk = setUpTestDesk();
let here: TestLocation;
let server: FakeExport;

beforeEach(async () => {
  here = await testDesk.openLocation();
  server = await new FakeExport().start();
});
afterEach(() => server.stop());

const context = () => contextOf(testDesk.desk, here.actor.staffId);
const version = async () => connectionVersionOf(await requireLocation(testDesk.desk.db, here.location.id));
const save = async (key = 'fd_export') =>
  saveExportAccess(await context(), { version: await version(), url: server.url, key });

test('the data export is set up, tested and removed, and its key is never shown', async () => {
  expect(await save()).toEqual({ kind: 'kept' });
  expect(server.requests).toEqual([
    expect.stringMatching(/^\/api\/v1\/data\/analytics\?startDate=.{10}&endDate=.{10}$/),
  ]);
  const { dataExport } = await testConnection(await context());
  expect(dataExport).toMatchObject({ kind: 'answered', gym: 'München West' });
  const view = await readConnection(await context());
  expect(view.dataExport).toEqual({ url: server.url, fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/) });
  expect(JSON.stringify(view)).not.toContain('fd_export');
  await removeExportAccess(await context(), { version: await version() });
  expect((await readConnection(await context())).dataExport).toBeNull();
});

test.each<[string, Reply | null, object]>([
  ['refuses the key', null, { kind: 'rejected' }],
  ['has no requests left', { status: 429 }, { kind: 'busy' }],
  ['fails', { status: 503 }, { kind: 'unreachable', cause: 'failing' }],
  ['redirects', { status: 302 }, { kind: 'unreachable', cause: 'portal' }],
  ['shows a page', { status: 200, body: '<p>Sign in', type: 'text/html' }, { kind: 'unreachable', cause: 'portal' }],
  ['answers something else', { status: 200, body: { message: 'OK' } }, { kind: 'unreachable', cause: 'foreign' }],
  ['is at another path', { status: 404 }, { kind: 'unreachable', cause: 'foreign' }],
])('a data export that %s changes nothing', async (_, reply, outcome) => {
  server.reply = reply;
  const before = await requireLocation(testDesk.desk.db, here.location.id);
  expect(await save('another')).toEqual(outcome);
  expect(await requireLocation(testDesk.desk.db, here.location.id)).toEqual(before);
});
