import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testNow } from '#lib/testing/test-desk.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { createTestAuthority } from '#shared/testing/certificates.ts';
import { readStatus } from './read-status.ts';

const testDesk = setUpTestDesk();
const authority = createTestAuthority();
const unknownAuthority = createTestAuthority();
const host = '127.0.0.1';
const dayMs = 24 * 60 * 60_000;
const days = (count: number) => new Date(Date.now() + count * dayMs);

let trusted: string[];
beforeAll(() => {
  trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, authority.certificate]);
});
afterAll(() => tls.setDefaultCACertificates(trusted));

const servers: net.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
      server.closeAllConnections();
  }
});

async function listen(server: net.Server): Promise<string> {
  servers.push(server);
  await once(server.listen(0, host), 'listening');
  return `${host}:${(server.address() as AddressInfo).port}`; // safe because: it listens on TCP
}

type Answer = { status: number; type?: string; body: string; headers?: http.OutgoingHttpHeaders };
const isEmpty: Answer = { status: 200, body: '{"items":[],"total":0}' };
const answering =
  ({ status, type = 'application/json', body, headers = {} }: Answer): http.RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type, ...headers }).end(body);

const plain = async (answer: Answer) => `http://${await listen(http.createServer(answering(answer)))}`;
const secured = async (by: typeof authority, wanted: { name?: string; from?: Date; until?: Date }, answer = isEmpty) =>
  `https://${await listen(https.createServer(by.issue({ name: host, ...wanted }), answering(answer)))}`;

async function closedPort(): Promise<string> {
  const server = net.createServer();
  const address = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://${address}`;
}

async function silentServer(): Promise<string> {
  const { platform } = await testDesk.openLocation();
  platform.fault = () => 'silence';
  return platform.url;
}

const outages: [string, OutageCause, () => Promise<string>][] = [
  ['an expired certificate', 'certificateExpired', () => secured(authority, { from: days(-9), until: days(-1) })],
  [
    'a certificate for another name',
    'certificateOfAnotherName',
    () => secured(authority, { name: 'elsewhere.example' }),
  ],
  ['a certificate of an unknown authority', 'certificateUntrusted', () => secured(unknownAuthority, {})],
  ['a certificate that is not valid yet', 'clock', () => secured(authority, { from: days(1) })],
  ['plain HTTP in place of TLS', 'encryption', async () => (await plain(isEmpty)).replace('http:', 'https:')],
  // longer than a label may be, so that no DNS server is asked
  ['an unknown host name', 'nameNotFound', async () => `http://${'n'.repeat(64)}.invalid`],
  ['a closed port', 'refused', closedPort],
  [
    'a connection reset',
    'brokenOff',
    async () =>
      `http://${await listen(net.createServer((socket) => socket.once('data', () => socket.resetAndDestroy())))}`,
  ],
  ['a server that never answers', 'silent', silentServer],
  ['an HTML page', 'portal', () => plain({ status: 200, type: 'text/html', body: '<h1>Welcome</h1>' })],
  ['an HTML page with status 403', 'portal', () => plain({ status: 403, type: 'text/html', body: '<h1>Sign in</h1>' })],
  ['a captive portal', 'portal', () => plain({ status: 511, type: 'text/html', body: '<h1>Sign in</h1>' })],
  ['a redirect', 'portal', () => plain({ status: 302, body: '', headers: { location: 'http://10.0.0.1/' } })],
  ['JSON of another service', 'foreign', () => plain({ status: 200, body: '{"message":"Hello"}' })],
  ['a server error', 'failing', () => plain({ status: 503, type: 'text/html', body: '<h1>Unavailable</h1>' })],
];

const card = (of: number) => `0x04A2C0${String(of).padStart(2, '0')}`;
const scan = (here: TestLocation, value: string) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value });
const status = (here: TestLocation) => readStatus({ desk: testDesk.desk, actor: here.actor });
const linesOf = (here: TestLocation) =>
  testDesk.logged.filter(([fields, sentence]) => {
    const isOfHere = JSON.stringify(fields).includes(here.location.id);
    return isOfHere && sentence === 'the connection to a platform is in another state';
  });

test.each(outages)('%s is shown and logged as %s', async (_, cause, addressOf) => {
  const here = await testDesk.openLocation({ apiUrl: await addressOf() });
  // slow or broken answers count as an outage after three in a row
  await Promise.all([1, 2, 3].map((of) => scan(here, card(of))));
  const since = new Date(testDesk.clock.now).toISOString();
  expect((await status(here)).connection).toEqual({ state: 'unreachable', since, cause });
  expect((await here.ledger()).map(({ state }) => state)).toEqual(['held', 'held', 'held']);

  await scan(here, card(4));
  expect((await status(here)).connection).toMatchObject({ cause });
  const lines = linesOf(here);
  expect(lines).toMatchObject([[{ connection: 'unreachable', cause, platform: [{ cause }] }, expect.anything()]]);
  const logged = JSON.stringify(lines);
  for (const secret of [here.platform.apiKey, here.location.name, card(1)]) expect(logged).not.toContain(secret);
});

test('a valid certificate is accepted (control)', async () => {
  const here = await testDesk.openLocation({ apiUrl: await secured(authority, {}) });
  await scan(here, card(1));
  await scan(here, card(2));
  expect(linesOf(here)).toEqual([]);
  expect((await status(here)).connection).toEqual({ state: 'reachable' });
});

test('a new cause within an outage is shown and logged once, and the start of the outage stays', async () => {
  const here = await testDesk.openLocation();
  await here.platform.stop();
  await scan(here, card(1));
  const since = new Date(testDesk.clock.now).toISOString();
  expect((await status(here)).connection).toEqual({ state: 'unreachable', since, cause: 'refused' });
  await here.platform.start();
  here.platform.fault = () => ({ status: 200, body: '<h1>Welcome</h1>' });
  testDesk.clock.now += 60_000;
  for (const of of [2, 3]) await scan(here, card(of));
  expect((await status(here)).connection).toEqual({ state: 'unreachable', since, cause: 'portal' });
  here.platform.fault = () => null;
  await scan(here, card(4));
  expect((await status(here)).connection).toEqual({ state: 'reachable' });
  expect(linesOf(here).map(([fields]) => fields)).toMatchObject([
    { connection: 'unreachable', cause: 'refused' },
    { connection: 'unreachable', cause: 'portal' },
    { connection: 'reachable' },
  ]);
});

test('the clock offset is measured by answers of the platform only, never by those of a captive portal', async () => {
  const here = await testDesk.openLocation();
  here.platform.clock = () => testDesk.clock.now - 40 * 60_000;
  await scan(here, card(1));
  expect(await status(here)).toMatchObject({ connection: { state: 'reachable' }, clockAheadS: 40 * 60 });
  expect(testDesk.logged).toContainEqual([
    { locationId: here.location.id, clockAheadS: 40 * 60 },
    'the clock of this machine and that of the platform differ',
  ]);
  const isPage = { status: 200, body: '<h1>Welcome</h1>', headers: { date: new Date(0).toUTCString() } };
  here.platform.fault = () => isPage;
  await scan(here, card(2));
  here.platform.fault = () => ({ ...isPage, status: 302, headers: { ...isPage.headers, location: '/' } });
  await scan(here, card(3));
  expect(await status(here)).toMatchObject({ connection: { cause: 'portal' }, clockAheadS: 40 * 60 });
  expect(testDesk.clock.now).toBeGreaterThanOrEqual(testNow);
});
