import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { until } from '#shared/testing/until.ts';
import { answerBeforeNext } from './answer-before-next.ts';

const ended = vi.fn();
const error = vi.fn();
const list = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: 'Zoë' })));
const answers: Record<string, (request: Request) => Promise<Response>> = {
  'GET /short': async ({ url, headers }) =>
    Response.json({ url, sent: headers.get('x-sent') }, { headers: { 'cache-control': 'no-store' } }),
  'POST /echo': async (request) => new Response(await request.text(), { status: 201 }),
  'POST /empty': async () => new Response(null, { status: 204 }),
  'GET /list': async () => new Response(list, { headers: { 'content-type': 'application/json' } }),
  'GET /encoded': async () => new Response(list, { headers: { 'content-encoding': 'identity' } }),
  'GET /stream': async ({ signal }) =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode('event: version\ndata: 17\n\n'));
          signal.addEventListener('abort', () => {
            ended();
            controller.close();
          });
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    ),
  'GET /broken': () => Promise.reject(new TypeError('broken')),
};
// safe because: nothing else is logged
const desk = { log: { error } as never };
const findAnswer = (method: string | undefined, path: string) => answers[`${method} ${path}`];
const next: http.RequestListener = (_, response) => void response.end('next');
const server = http.createServer(answerBeforeNext(next, { findAnswer, desk }));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function ask(path: string, options: http.RequestOptions = {}, body?: string): Promise<http.IncomingMessage> {
  const { port } = server.address() as AddressInfo; // safe because: it listens on TCP
  return new Promise((resolve, reject) => {
    const url = `http://127.0.0.1:${port}${path}`;
    http
      .request(url, { agent: false, ...options }, resolve)
      .on('error', reject)
      .end(body);
  });
}

test('an answer gets the address and the headers of its request, and has the headers of every response', async () => {
  const response = await ask('/short?a=1', { headers: { 'x-sent': 'yes' } });
  expect(JSON.parse(await text(response))).toEqual({ url: 'http://desk/short?a=1', sent: 'yes' });
  expect(response.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
  });
});

test.each([
  ['/other', 'GET'],
  ['/short', 'POST'],
])('%s by %s is left to Next', async (path, method) => {
  expect(await text(await ask(path, { method }))).toBe('next');
});

test('a body is passed on, and the status of the answer is kept', async () => {
  const response = await ask('/echo', { method: 'POST' }, 'Zoë');
  expect([response.statusCode, await text(response)]).toEqual([201, 'Zoë']);
});

test('an answer without content has no length', async () => {
  const response = await ask('/empty', { method: 'POST' }, '{}');
  expect([response.statusCode, await text(response)]).toEqual([204, '']);
  expect(response.headers).toMatchObject({ 'x-frame-options': 'DENY' });
  expect(response.headers).not.toHaveProperty('content-length');
});

test.each([['gzip'], ['br, gzip;q=0.5'], ['gzip, deflate, br']])(
  'to a browser that accepts %s a long answer is compressed',
  async (accepted) => {
    const response = await ask('/list', { headers: { 'accept-encoding': accepted } });
    expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    const body = await buffer(response);
    expect(Number(response.headers['content-length'])).toBe(body.length);
    expect(body.length).toBeLessThan(list.length / 4);
    expect(String(gunzipSync(body))).toBe(list);
  },
);

test.each([
  ['is for a client that accepts none', '/list', {}],
  ['is for a client that refuses gzip', '/list', { 'accept-encoding': 'gzip;q=0, br' }],
  ['is short', '/short', { 'accept-encoding': 'gzip' }],
  ['is encoded already', '/encoded', { 'accept-encoding': 'gzip' }],
])('an answer that %s is not compressed, and a cache learns that others may be', async (_why, path, headers) => {
  const response = await ask(path, { headers });
  expect(response.headers['content-encoding']).not.toBe('gzip');
  expect(response.headers.vary).toBe('Accept-Encoding');
  const sent = await text(response);
  if (path !== '/short') expect(sent).toBe(list);
});

test('a stream begins at once, and ends when the client disconnects', async () => {
  const response = await ask('/stream', { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers['content-encoding']).toBeUndefined();
  for await (const piece of response) {
    expect(String(piece)).toBe('event: version\ndata: 17\n\n');
    break; // which closes the connection
  }
  await until(() => expect(ended).toHaveBeenCalledOnce());
});

test('an answer that fails is logged, and the client learns that the desk failed', async () => {
  expect((await ask('/broken')).statusCode).toBe(500);
  expect(error).toHaveBeenCalledOnce();
});
