import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { afterEach, expect, test } from 'vitest';
import { askAtOnce } from '#shared/testing/ask-at-once.ts';
import { openServer } from './server.ts';
import { createDiskStore } from './services/exports/files/disk-store.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function open(app: Hono) {
  const fetch = app.fetch as Parameters<typeof openServer>[0]; // safe because: the tests use nothing of the platform
  const settings = { host: '127.0.0.1', port: 0 } as Parameters<typeof openServer>[1]; // safe because: nothing else is read
  const server = await openServer(fetch, settings);
  closers.push(server.close);
  return server;
}

test.each([
  ['with a content length', true],
  ['without a content length', false],
])('after a body that is rejected unread, one %s, the connection serves the next requests', async (_, saysLength) => {
  const app = new Hono();
  app.post('/', bodyLimit({ maxSize: 1_000 }), async (c) => c.text(await c.req.text()));
  const server = await open(app);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  closers.push(() => agent.destroy());
  const ports = new Set<number | undefined>();
  const post = async (body: string) => {
    const headers = saysLength ? { 'content-length': body.length } : {};
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
    const sent = http.request(server.url, { method: 'POST', agent, headers }, resolve).once('error', reject);
    sent.end(body);
    const answer = await promise;
    ports.add(answer.socket.localPort);
    return [answer.statusCode, await text(answer)];
  };
  for (let round = 0; round < 40; round += 1) {
    expect((await post('x'.repeat(2_000_000)))[0]).toBe(413);
    expect(await post('a')).toEqual([200, 'a']);
  }
  // by then the adapter would have closed the connection
  await sleep(700);
  expect(await post('b')).toEqual([200, 'b']);
  expect(ports.size).toBe(1);
});

test('a request of HTTP/1.0, which need not name a host, is answered', async () => {
  const app = new Hono();
  app.get('/ready', (c) => c.text('well'));
  const { url } = await open(app);
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  socket.end('GET /ready HTTP/1.0\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nwell$/s);
});

test('a connection stays open for longer than proxies keep it', async () => {
  const app = new Hono();
  app.get('/', (c) => c.text('well'));
  const { headers } = await fetch((await open(app)).url);
  expect(headers.get('keep-alive')).toBe('timeout=130');
});

test('a connection that pipelines many requests begins one request, and is closed', async () => {
  let begun = 0;
  const app = new Hono();
  app.get('/held', () => {
    begun += 1;
    return new Promise<Response>(() => {});
  });
  app.get('/health', (c) => c.text('well'));
  const { url } = await open(app);
  await askAtOnce(Number(new URL(url).port), '/held', 1_000);
  expect(begun).toBe(1);
  expect(await (await fetch(`${url}/health`)).text()).toBe('well');
});

test('a connection that requests one file after the other is kept alive', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'files-'));
  closers.push(() => fs.rmSync(folder, { recursive: true }));
  const store = createDiskStore(folder);
  const content = 'one line of a file\n'.repeat(10);
  await store.write('a.csv', Readable.from([Buffer.from(content)]));
  const app = new Hono();
  app.get('/', async (c) => {
    const file = await store.read('a.csv', { first: 0, last: content.length - 1 });
    return file ? c.body(file, 200, { 'content-length': String(content.length) }) : c.notFound();
  });
  const server = await open(app);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  closers.push(() => agent.destroy());
  const ports = new Set<number | undefined>();
  for (let round = 0; round < 200; round += 1) {
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
    http.get(server.url, { agent }, resolve).once('error', reject);
    const answer = await promise;
    ports.add(answer.socket.localPort);
    expect(await text(answer)).toBe(content);
  }
  expect(ports.size).toBe(1);
});
