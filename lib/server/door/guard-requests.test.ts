import { AsyncLocalStorage } from 'node:async_hooks';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { refusePipelined } from '#shared/network/refuse-pipelined.ts';
import { until } from '#shared/testing/until.ts';
import { guardRequests } from './guard-requests.ts';
import { refuseUpgrades } from './refuse-upgrades.ts';

const actionId = '40aa';
/** An action of the build that is not enabled. */
const endedId = '40bb';
/** An action for which the check whether it is enabled fails. */
const doubtfulId = '40cc';
const actions = {
  knowsAction: (id: string) => [actionId, endedId, doubtfulId].includes(id),
  isOffered: async (id: string) => {
    if (id === doubtfulId) throw new Error('The database does not answer.');
    return id === actionId;
  },
};
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

async function listen(): Promise<[server: http.Server, url: string]> {
  const server = http.createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`]; // safe because: it listens at a port
}

/** A desk that answers how many bytes it read. @returns its client, and the paths that passed the guard */
async function openDesk() {
  const passed: string[] = [];
  const handle: RequestListener = (request, response) => {
    passed.push(request.url ?? '');
    readAll(request).then(
      (bytes) => response.end(String(bytes)),
      () => {},
    );
  };
  const [server, url] = await listen();
  server.on('request', guardRequests(handle, { deskUrl: url, ...actions }));
  const ask = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init });
  return { url, passed, ask };
}

const asAction = { 'next-action': actionId, 'content-type': 'text/plain;charset=UTF-8' };
const post = (body: BodyInit, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body,
  headers: { ...asAction, ...headers },
});
const nestedState = (depth: number, begin: string, end: string) => begin.repeat(depth) + end.repeat(depth);
/** A body without a Content-Length. */
const streamOf = (bytes: number) => ({
  body: new ReadableStream<Uint8Array>({
    start: (stream) => {
      stream.enqueue(new Uint8Array(bytes));
      stream.close();
    },
  }),
  duplex: 'half',
});

test.each([
  ['/api/desk/taps', 64 * 1024],
  ['/api/auth/callback/credentials', 64 * 1024],
  ['/api/hooks/1', 4 * 1024],
  ['/api/desk/photos/a', 16 * 1024 * 1024],
  ['/api/desk/migration', 8 * 1024 * 1024],
  ['/', 256 * 1024],
])('%s accepts %d bytes and not one more, and a larger request does not reach the handler', async (path, limit) => {
  const { ask, passed, url } = await openDesk();
  const inputOf = (bytes: number) => JSON.stringify(['x'.repeat(bytes - 4)]);
  const largest = await ask(path, post(inputOf(limit), { origin: url }));
  expect([largest.status, await largest.text()]).toEqual([200, String(limit)]);
  expect((await ask(path, post(inputOf(limit + 1), { origin: url }))).status).toBe(413);
  expect(passed).toHaveLength(1);
});

test('two megabytes without a session, and 80 of them, are accepted for a photo only', async () => {
  const { ask, passed } = await openDesk();
  for (const body of [new Uint8Array(2_000_000), '{},'.repeat(80_000_000 / 3)]) {
    expect((await ask('/api/desk/taps', post(body))).status).toBe(413);
  }
  expect(passed).toEqual([]);
});

test('a chunked body is cut off at the limit of its path', async () => {
  const { ask, url } = await openDesk();
  const headers = { origin: url };
  const taken = await ask('/api/desk/taps', { method: 'POST', headers, ...streamOf(64 * 1024) });
  expect(await taken.text()).toBe(String(64 * 1024));
  const cut = await ask('/api/desk/taps', { method: 'POST', headers, ...streamOf(64 * 1024 + 1) });
  expect(cut.status).toBe(413);
});

/** Input for an action that no page of ours would send. */
const call = (desk: Awaited<ReturnType<typeof openDesk>>, body: BodyInit, headers: Record<string, string> = {}) =>
  desk.ask('/members', post(body, { origin: desk.url, ...headers })).then(({ status }) => status);

test.each([
  ['a promise of itself', '["$@0"]'],
  ['a list that holds itself', '[["$0"]]'],
  ['a map', '["$Q0"]'],
  ['a file', '["$B1"]'],
  ['lists 20,000 deep', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['truncated JSON', '[{"a":'],
  ['an empty body', ''],
])('%s is refused before React decodes it', async (_, body) => {
  const desk = await openDesk();
  expect(await call(desk, body)).toBe(400);
  expect(desk.passed).toEqual([]);
});

test('the input of an action is passed on unchanged, also in chunks', async () => {
  const desk = await openDesk();
  const body = JSON.stringify([{ name: 'Zoë 💪', note: '→'.repeat(60_000) }]);
  const expected = [200, String(Buffer.byteLength(body))];
  const answerOf = async (init: RequestInit) => {
    const answer = await desk.ask('/members', init);
    return [answer.status, await answer.text()];
  };
  expect(await answerOf(post(body, { origin: desk.url }))).toEqual(expected);
  const stream = new Blob([body]).stream();
  const headers = { ...asAction, origin: desk.url };
  const streamed = { method: 'POST', headers, body: stream, duplex: 'half' };
  expect(await answerOf(streamed)).toEqual(expected);
});

test('a chunked action is cut off at the limit of its page', async () => {
  const desk = await openDesk();
  const headers = { ...asAction, origin: desk.url };
  const answer = await desk.ask('/', { method: 'POST', headers, ...streamOf(256 * 1024 + 1) });
  expect(answer.status).toBe(413);
  expect(desk.passed).toEqual([]);
});

test('actions are called at pages only, and never as a form', async () => {
  const [server, url] = await listen();
  const handle: RequestListener = (incoming, response) => void response.end(String(incoming.headers['next-action']));
  server.on('request', guardRequests(handle, { deskUrl: url, ...actions }));
  const answerOf = (path: string, headers: Record<string, string>) =>
    fetch(url + path, post('["$@0"]', { origin: url, ...headers })).then(async (answer) => [
      answer.status,
      await answer.text(),
    ]);
  for (const path of ['/api/nowhere', '/api/desk/taps']) {
    expect(await answerOf(path, {})).toEqual([200, 'undefined']);
    expect(await answerOf(path, { 'content-type': 'Multipart/form-data; boundary=x' })).toEqual([415, '']);
  }
});

test('an action that is not enabled answers as one that does not exist', async () => {
  const desk = await openDesk();
  expect(await call(desk, '[{}]', { 'next-action': endedId })).toBe(404);
  expect(await call(desk, '[{}]', { 'next-action': doubtfulId })).toBe(503);
  expect(desk.passed).toEqual([]);
  expect(await call(desk, '[{}]')).toBe(200);
});

test('a buffered action keeps the async context of its request, and gets the host of its page', async () => {
  const [server, url] = await listen();
  const request = new AsyncLocalStorage<string>();
  const handle: RequestListener = (incoming, response) =>
    void response.end(`${request.getStore()} ${incoming.headers['x-forwarded-host']}`);
  const guarded = guardRequests(handle, { deskUrl: 'https://desk.example', ...actions });
  server.on('request', (incoming, response) => request.run(String(incoming.url), () => guarded(incoming, response)));
  const headers = { origin: 'https://desk.example', 'x-forwarded-host': 'inner' };
  const answers = await Promise.all(
    ['/a', '/b'].map(async (path) => (await fetch(url + path, post('[{}]', headers))).text()),
  );
  expect(answers).toEqual(['/a desk.example', '/b desk.example']);
});

test('a server action is accepted from a page of the desk only, and only if the build has it', async () => {
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
  '/api/desk/at-a-glance?value=%ED%A0%80',
  '/api/desk/members?q=%FF',
  '/%',
])('the malformed address %s is refused for every route', async (path) => {
  const { ask, passed } = await openDesk();
  expect((await ask(path)).status).toBe(400);
  expect(passed).toEqual([]);
});

/** Sends raw bytes that no browser would. @returns the raw response */
async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname).setEncoding('utf8');
  socket.write(text);
  let answer = '';
  for await (const part of socket) answer += part;
  return answer;
}

test.each(['http://evil.example/members', '*', 'evil.example:443', '//evil.example/api/x', '/\\evil.example/x'])(
  'the address %s, with a host, is refused',
  async (target) => {
    const { url, passed } = await openDesk();
    const answer = await sendRaw(url, `GET ${target} HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).not.toContain('evil.example');
    expect(passed).toEqual([]);
  },
);

test.each([
  ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde'],
  ['an unknown transfer encoding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['a folded header line', 'X-Long: a\r\n b: c\r\n\r\n'],
])('a request whose end a proxy might see elsewhere (request smuggling) is refused: %s', async (_, rest) => {
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
  '%s cannot be embedded and loads nothing when opened by itself',
  async (path) => {
    const { ask } = await openDesk();
    const { headers } = await ask(path);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  },
);

test('only the service worker may connect to the desk', async () => {
  const { ask } = await openDesk();
  const policyOf = async (path: string) => (await ask(path)).headers.get('content-security-policy');
  expect(await policyOf('/worker.js')).toMatch(/^default-src 'none'; connect-src 'self';.*frame-ancestors 'none'$/);
  expect(await policyOf('/worker.js2')).not.toContain('connect-src');
});

test('an upgrade is refused, although another listener would leave it open', async () => {
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

test.each([
  ['urlencoded', 'application/x-www-form-urlencoded'],
  ['with files', 'multipart/form-data; boundary=x'],
])('a native form submission, from before hydration, is redirected to its page unread: %s', async (_, type) => {
  const { ask, passed, url } = await openDesk();
  const form = { method: 'POST', body: 'email=a&password=b', headers: { origin: url, 'content-type': type } };
  const answer = await ask('/sign-in?from=1', form);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in?from=1']);
  for (const path of ['//evil.example/sign-in', '/\\evil.example'])
    expect((await ask(path, form)).status, path).toBe(400);
  const foreign = { ...form, headers: { ...form.headers, origin: 'https://evil.example' } };
  expect((await ask('/sign-in', foreign)).status).toBe(403);
  expect((await ask('/sign-in', { ...form, headers: { ...form.headers, 'next-action': 'none' } })).status).toBe(404);
  expect(passed).toEqual([]);
});

test.each([
  ['garbage', 'x'],
  ['a truncated escape', '%'],
  ['another JSON value', encodeURIComponent('{"a":1}')],
  ['lists 3,000 deep', nestedState(3_000, '[', ']')],
])('a malformed router state is refused before Next parses it: %s', async (_, state) => {
  const { ask, passed, url } = await openDesk();
  const told = { 'next-router-state-tree': state };
  expect((await ask('/members?_rsc=x', { headers: { rsc: '1', ...told } })).status).toBe(400);
  expect((await ask('/members', post('[]', { origin: url, ...told }))).status).toBe(400);
  expect(passed).toEqual([]);
});

test('control: a valid router state passes', async () => {
  const { ask } = await openDesk();
  const state = encodeURIComponent(JSON.stringify(['', { children: ['members', { children: ['__PAGE__', {}] }] }]));
  expect((await ask('/members', { headers: { rsc: '1', 'next-router-state-tree': state } })).status).toBe(200);
});

test('an address with any well-formed text passes', async () => {
  const { ask } = await openDesk();
  expect((await ask(`/api/desk/members?q=${encodeURIComponent('Zoë 💪 100 %')}&x=a+b`)).status).toBe(200);
});

test.each([
  ['at the configured host, behind a proxy without forwarded headers', {}, 'max-age=31536000; includeSubDomains'],
  ['behind a proxy that forwards the scheme', { 'x-forwarded-proto': 'https' }, 'max-age=31536000; includeSubDomains'],
  ['in the network, over plain HTTP', { 'x-forwarded-proto': 'http' }, null],
])('HSTS is sent where the browser uses HTTPS: %s', async (_, headers: Record<string, string>, expected) => {
  const { ask, url } = await openDesk();
  const { host } = new URL(url);
  const server = servers[0];
  server?.removeAllListeners('request');
  server?.on(
    'request',
    guardRequests((_request, response) => void response.end(), { deskUrl: `https://${host}`, ...actions }),
  );
  const answer = await ask('/', { headers });
  expect(answer.headers.get('strict-transport-security')).toBe(expected);
  expect(answer.headers.get('cross-origin-opener-policy')).toBe(expected && 'same-origin');
});

test.each([
  ['all at once', [2_000]],
  ['in two chunks', [1, 1_999]],
  ['in chunks larger than the socket’s buffer', [1, 40_000, 23_000]],
])('a pipelined action is answered, with its body sent %s', async (_, pieces) => {
  const begun: http.ServerResponse[] = [];
  let arrived = 0;
  const [server, url] = await listen();
  const handle: RequestListener = (request, response) => {
    if (request.method === 'GET') return void begun.push(response);
    void readAll(request).then((bytes) => response.end(`read ${bytes}`));
  };
  server.on('request', refusePipelined(guardRequests(handle, { deskUrl: url, ...actions })));
  server.on('request', () => {
    arrived += 1;
  });
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  let heard = '';
  socket.on('data', (data) => {
    heard += data;
  });
  socket.write(`GET /a HTTP/1.1\r\nhost: here\r\n\r\n`);
  await until(() => expect(begun).toHaveLength(1));
  const length = pieces.reduce((sum, bytes) => sum + bytes, 0);
  const text = `["${'x'.repeat(length - 4)}"]`;
  const head = { ...asAction, host: new URL(url).host, origin: url, 'content-length': length };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST / HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text.slice(0, pieces[0])}`);
  await until(() => expect(arrived).toBe(2));
  begun[0]?.end();
  let sent = pieces[0] ?? 0;
  for (const bytes of pieces.slice(1)) {
    socket.write(text.slice(sent, sent + bytes));
    sent += bytes;
  }
  await until(() => expect(heard).toContain(`read ${length}`));
  socket.destroy();
});
