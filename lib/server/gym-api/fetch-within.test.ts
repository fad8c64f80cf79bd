import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { FindAddresses } from '#shared/network/find-addresses.ts';
import { longestWaitMs } from '#shared/testing/limits.ts';
import { createPublicFetch, type Fetch } from './fetch-within.ts';
import { describeLoss, isReset } from './outage-cause.ts';

async function start(handle: http.RequestListener) {
  let connections = 0;
  const server = http.createServer(handle).on('connection', () => {
    connections += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // safe because: it listens on TCP
  return { port, url: `http://platform.example:${port}`, connections: () => connections };
}

/** A fake DNS server: one address for each look-up. */
const answering = (...addresses: string[]): FindAddresses => {
  let turn = 0;
  return async () => {
    const address = addresses[Math.min(turn, addresses.length - 1)] ?? '';
    turn += 1;
    return [{ address, family: net.isIP(address) }];
  };
};

/** Connects as to a public address. */
const toLoopback = createPublicFetch({ findAddresses: answering('127.0.0.1'), allowsLoopback: true });
const ask = (url: string, init: RequestInit = {}, fetchPublic: Fetch = toLoopback) =>
  fetchPublic(url, { signal: AbortSignal.timeout(longestWaitMs), redirect: 'manual', ...init });
const lossOf = async (asked: Promise<unknown>) => describeLoss(await asked.catch((error: unknown) => error));

test('a request and its answer are those of fetch: method, headers, body, status', async () => {
  const heard: string[] = [];
  const { url } = await start(async ({ method, url: path, headers }, response) => {
    heard.push(`${method} ${path} ${headers['x-api-key']} ${headers['content-length'] ?? 'none'}`);
    response.writeHead(201, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] }).end('{"a":"ü"}');
  });
  const response = await ask(`${url}/api?limit=0`, {
    method: 'POST',
    headers: { 'x-api-key': 'k', 'content-type': 'application/json' },
    body: '{"name":"ü"}',
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([201, 'application/json']);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await response.json()).toEqual({ a: 'ü' });
  await (await ask(`${url}/api`, { headers: { 'x-api-key': 'k' } })).text();
  expect(heard).toEqual(['POST /api?limit=0 k 13', 'GET /api k none']);
});

test('a form with a file is sent whole', async () => {
  let sent = '';
  const { url } = await start(async (request, response) => {
    for await (const chunk of request) sent += String(chunk);
    response.writeHead(204).end();
    expect(request.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  });
  const body = new FormData();
  body.set('image', new Blob(['pixels'], { type: 'image/png' }), 'image.png');
  const response = await ask(url, { method: 'PUT', body });
  expect([response.status, response.body, await response.text()]).toEqual([204, null, '']);
  expect(sent).toMatch(/filename="image.png"\r\nContent-Type: image\/png\r\n\r\npixels\r\n/);
});

test('a connection is reused, and a redirect is an answer', async () => {
  const { url, connections } = await start((_, response) => response.writeHead(302, { location: '/other' }).end('x'));
  for (const _ of [1, 2, 3]) {
    const response = await ask(url);
    expect(response.status).toBe(302);
    await response.text();
  }
  expect(connections()).toBe(1);
});

test('a deadline ends a silent request, and one whose answer never ends', async () => {
  const { url } = await start((request, response) => {
    if (request.url === '/dripping') response.write('x');
  });
  await expect(ask(`${url}/silent`, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  // once the answer has begun, however late that is
  const deadline = new AbortController();
  const dripping = await ask(`${url}/dripping`, { signal: deadline.signal });
  const text = dripping.text();
  deadline.abort(new DOMException('', 'TimeoutError'));
  await expect(text).rejects.toThrow();
});

test('a broken connection and a refused one are told apart as with fetch', async () => {
  const { url, port } = await start(({ socket }) => socket.destroy());
  const broken = await ask(url).catch((error: unknown) => error);
  expect([isReset(broken), describeLoss(broken).cause]).toEqual([true, 'brokenOff']);
  const free = net.createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port: closed } = free.address() as AddressInfo; // safe because: it listens on TCP
  await new Promise((resolve) => free.close(resolve));
  expect((await lossOf(ask(`http://platform.example:${closed}`))).cause).toBe('refused');
  expect(port).not.toBe(closed);
});

test.each(['GET', 'POST'])('an answer to a %s that switches protocols is a broken connection', async (method) => {
  const { url } = await start(({ socket }) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n');
  });
  const asked = ask(url, { method, ...(method === 'POST' && { body: '{}' }) });
  expect((await lossOf(asked)).cause).toBe('brokenOff');
});

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '169.254.169.254', 'fd00:ec2::254', '0.0.0.0', '::'])(
  'a name that resolves to %s is not connected to',
  async (address) => {
    const { url, connections } = await start((_, response) => response.end());
    const fetchPublic = createPublicFetch({ findAddresses: answering(address) });
    expect((await lossOf(ask(url, {}, fetchPublic))).cause).toBe('notPublic');
    expect(connections()).toBe(0);
  },
);

test('a name is checked at each connection, not once before', async () => {
  const { url, connections } = await start((_, response) => response.writeHead(200, { connection: 'close' }).end());
  const rebound = createPublicFetch({ findAddresses: answering('127.0.0.1', '10.0.0.1'), allowsLoopback: true });
  expect((await ask(url, {}, rebound)).status).toBe(200);
  expect((await lossOf(ask(url, {}, rebound))).cause).toBe('notPublic');
  expect(connections()).toBe(1);
});

test.each(['127.0.0.1', '127.1', '0x7f.1', '2130706433', '0.0.0.0', '[::]', '[::1]', '[::ffff:7f00:1]'])(
  'no connection to a literal address that is not public: %s',
  async (host) => {
    const { port, connections } = await start((_, response) => response.end());
    expect((await lossOf(ask(`http://${host}:${port}`, {}, createPublicFetch()))).cause).toBe('notPublic');
    expect(connections()).toBe(0);
  },
);
