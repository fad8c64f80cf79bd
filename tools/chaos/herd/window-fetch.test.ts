import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '#shared/testing/until.ts';
import { fetchOf, openConnections } from './window-fetch.ts';

const held: http.IncomingMessage[] = [];
const server = http.createServer(async (request, response) => {
  if (request.url === '/held') return void held.push(request);
  const { cookie, origin, accept } = request.headers;
  const told = { method: request.method, cookie, origin, accept, body: await text(request) };
  response.writeHead(request.url === '/full' ? 503 : 200, { 'retry-after': '2' }).end(JSON.stringify(told));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // safe because: it listens on TCP
function openWindow(deskUrl = address()) {
  const agent = openConnections();
  return fetchOf({ deskUrl, cookie: () => 'session=1', agent: () => agent });
}

test('a request has the session, the origin and its body, and the response its status, headers and JSON', async () => {
  const ask = openWindow();
  const posted = await ask('/taps', { method: 'POST', headers: { accept: 'application/json' }, body: '{"a":1}' });
  const expected = { cookie: 'session=1', origin: address(), accept: 'application/json' };
  expect(await posted.json()).toEqual({ ...expected, method: 'POST', body: '{"a":1}' });
  const full = await ask('/full');
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '2']);
});

test('an aborted request rejects with its reason and leaves the desk, and one without a desk rejects', async () => {
  const gone = new AbortController();
  const asked = openWindow()('/held', { signal: gone.signal });
  await until(() => expect(held).toHaveLength(1));
  const left = new Promise((resolve) => held[0]?.once('close', resolve));
  gone.abort(new Error('too late'));
  await expect(asked).rejects.toThrow('too late');
  await left;
  await expect(openWindow('http://127.0.0.1:1')('/taps')).rejects.toThrow(TypeError);
});
