import http, { type IncomingMessage, type RequestListener } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { guardRequests } from './guard-requests.ts';
import { refuseUpgrades } from './refuse-upgrades.ts';

const actionId = '40aa';
const knowsAction = (id: string) => id === actionId;
const servers: http.Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

const readAll = async (request: IncomingMessage) => {
  let bytes = 0;
  for await (const chunk of request) bytes += (chunk as Buffer).byteLength; // safe because: no encoding is set
  return bytes;
};

/** A desk that says how much it read. @returns how to ask it, and which paths came through */
async function openDesk() {
  const passed: string[] = [];
  const handle: RequestListener = (request, response) => {
    passed.push(request.url ?? '');
    readAll(request).then(
      (bytes) => response.end(String(bytes)),
      () => {},
    );
  };
  const server = http.createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // safe because: it listens at a port
  server.on('request', guardRequests(handle, { deskUrl: url, knowsAction }));
  const ask = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init });
  return { url, passed, ask };
}

const asAction = { 'next-action': actionId, 'content-type': 'text/plain;charset=UTF-8' };
const post = (body: BodyInit, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body,
  headers: { ...asAction, ...headers },
});
/** A body whose length nobody tells. */
const streamOf = (bytes: number) => ({
  body: new ReadableStream<Uint8Array>({
    start: (stream) => {
      stream.enqueue(new Uint8Array(bytes));
      stream.close();
    },
  }),
  ...{ duplex: 'half' },
});

test.each([
  ['/api/desk/taps', 64 * 1024],
  ['/api/auth/callback/credentials', 64 * 1024],
  ['/api/hooks/1', 4 * 1024],
  ['/api/desk/photos/a', 16 * 1024 * 1024],
  ['/api/desk/migration', 8 * 1024 * 1024],
  ['/', 256 * 1024],
])('%s takes %d bytes and not one more, and nobody is asked about what is larger', async (path, limit) => {
  const { ask, passed, url } = await openDesk();
  const largest = await ask(path, post(new Uint8Array(limit), { origin: url }));
  expect([largest.status, await largest.text()]).toEqual([200, String(limit)]);
  expect((await ask(path, post(new Uint8Array(limit + 1), { origin: url }))).status).toBe(413);
  expect(passed).toHaveLength(1);
});

test('two megabytes of nobody, and 80 of them, are not taken anywhere but for a picture', async () => {
  const { ask, passed } = await openDesk();
  for (const body of [new Uint8Array(2_000_000), '{},'.repeat(80_000_000 / 3)]) {
    expect((await ask('/api/desk/taps', post(body))).status).toBe(413);
  }
  expect(passed).toEqual([]);
});

test('a body whose length is not told is cut where its path takes no more', async () => {
  const { ask, url } = await openDesk();
  const headers = { origin: url };
  const taken = await ask('/api/desk/taps', { method: 'POST', headers, ...streamOf(64 * 1024) });
  expect(await taken.text()).toBe(String(64 * 1024));
  const cut = await ask('/api/desk/taps', { method: 'POST', headers, ...streamOf(64 * 1024 + 1) });
  expect(cut.status).toBe(413);
});

test('a server action is taken from a page of the desk alone, if the build has it', async () => {
  const { ask, url, passed } = await openDesk();
  const send = async (headers: Record<string, string>) => (await ask('/members', post('[]', headers))).status;
  expect(await send({})).toBe(403);
  expect(await send({ origin: 'http://127.0.0.1:1' })).toBe(403);
  expect(await send({ origin: url, 'next-action': 'unheard of' })).toBe(404);
  expect(await send({ origin: url, 'content-type': 'multipart/form-data; boundary=x' })).toBe(415);
  expect(passed).toEqual([]);
  expect(await send({ origin: url })).toBe(200);
});

test.each([
  '/api/desk/members?q=%00',
  '/api/desk/members/%00/cards',
  '/members/a%00b',
  '/api/desk/glance?value=%ED%A0%80',
  '/api/desk/members?q=%FF',
  '/%',
])('%s is an address of nothing, whatever route it is of', async (path) => {
  const { ask, passed } = await openDesk();
  expect((await ask(path)).status).toBe(400);
  expect(passed).toEqual([]);
});

/** Sends what no browser would. @returns all that comes back */
async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname).setEncoding('utf8');
  socket.write(text);
  let answer = '';
  for await (const part of socket) answer += part;
  return answer;
}

test.each(['http://evil.example/members', '*', 'evil.example:443'])('the address %s leads nowhere', async (target) => {
  const { url, passed } = await openDesk();
  const answer = await sendRaw(url, `GET ${target} HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).not.toContain('evil.example');
  expect(passed).toEqual([]);
});

test.each([
  ['a length and pieces', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde'],
  ['pieces of another kind', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['a line that goes on in the next', 'X-Long: a\r\n b: c\r\n\r\n'],
])('a request that a proxy may see another end of is refused: %s', async (_, rest) => {
  const { url } = await openDesk();
  expect(await sendRaw(url, `POST /api/clock HTTP/1.1\r\nHost: desk\r\n${rest}`)).toMatch(/^HTTP\/1.1 400 /);
});

test.each(['TRACE', 'PUT', 'DELETE', 'QUERY'])('no route has the method %s', async (method) => {
  const { url, passed } = await openDesk();
  const answer = await sendRaw(url, `${method} /api/clock HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 405 [\s\S]*\r\nallow: GET, HEAD, POST, OPTIONS\r\n/i);
  expect(passed).toEqual([]);
});

test.each(['/api/clock', '/%', '/_next/nowhere'])(
  '%s is embedded by nobody and loads nothing by itself',
  async (path) => {
    const { ask } = await openDesk();
    const { headers } = await ask(path);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  },
);

test('the service worker may ask the desk, which every other answer may not', async () => {
  const { ask } = await openDesk();
  const policyOf = async (path: string) => (await ask(path)).headers.get('content-security-policy');
  expect(await policyOf('/worker.js')).toMatch(/^default-src 'none'; connect-src 'self';.*frame-ancestors 'none'$/);
  expect(await policyOf('/worker.js2')).not.toContain('connect-src');
});

test('another protocol is refused, where whoever listens besides would leave it open', async () => {
  const { url } = await openDesk();
  const [server] = servers;
  if (!server) throw new Error('No server is open.');
  server.on('upgrade', () => {}); // as Next does
  refuseUpgrades(server);
  const answer = await sendRaw(
    url,
    'GET / HTTP/1.1\r\nHost: desk\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
});

test('an address with any text in it passes', async () => {
  const { ask } = await openDesk();
  expect((await ask(`/api/desk/members?q=${encodeURIComponent('Zoë 💪 100 %')}&x=a+b`)).status).toBe(200);
});

test.each([
  ['at its address, behind a proxy that tells nothing', {}, 'max-age=31536000; includeSubDomains'],
  ['behind a proxy that says so', { 'x-forwarded-proto': 'https' }, 'max-age=31536000; includeSubDomains'],
  ['in the network, over plain HTTP', { 'x-forwarded-proto': 'http' }, null],
])('browsers are bound to HTTPS where they speak it: %s', async (_, headers: Record<string, string>, expected) => {
  const { ask, url } = await openDesk();
  const { host } = new URL(url);
  const server = servers[0];
  server?.removeAllListeners('request');
  server?.on(
    'request',
    guardRequests((_request, response) => void response.end(), { deskUrl: `https://${host}`, knowsAction }),
  );
  const answer = await ask('/', { headers });
  expect(answer.headers.get('strict-transport-security')).toBe(expected);
  expect(answer.headers.get('cross-origin-opener-policy')).toBe(expected && 'same-origin');
});
