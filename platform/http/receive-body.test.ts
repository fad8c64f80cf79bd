import http from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { randomIds, systemClock } from '#platform/base/clock-and-ids.ts';
import { createLog } from '#platform/base/log.ts';
import { openServer } from '#platform/server.ts';
import { until } from '#shared/testing/until.ts';
import type { PlatformEnv } from './environment.ts';
import { answerError } from './error-answer.ts';
import { takeLargeJson } from './large-json.ts';
import { collectBytes, limitBodies, mostBodies, receiveBody } from './receive-body.ts';
import { takeJson } from './well-formed.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await until(expectNothingHeld); // all tests of this process have the same limit
});

function expectNothingHeld() {
  const gyms = Array.from({ length: mostBodies.ofAll / mostBodies.ofGym }, (_, index) => limitBodies(`gym ${index}`));
  try {
    for (const gym of gyms) gym.add(mostBodies.ofGym);
  } finally {
    for (const gym of gyms) gym.release();
  }
}

async function open(): Promise<{ port: number }> {
  const app = new Hono<PlatformEnv>();
  app.onError(answerError(createLog('silent'), systemClock));
  app.use(async (c, next) => {
    // safe because: nothing else of it is read
    c.set('call', { gymId: c.req.query('gym'), ids: randomIds } as PlatformEnv['Variables']['call']);
    const keyId = c.req.query('key');
    if (keyId) c.set('key', { keyId } as PlatformEnv['Variables']['key']);
    await next();
  });
  app.post('/', takeJson, async (c) => c.text(String(Object.keys(await c.req.json()))));
  app.post('/large', takeLargeJson, async (c) => c.text(String((await c.req.text()).length)));
  const { url, close } = await openServer(app.fetch, { host: '127.0.0.1', port: 0 } as Parameters<
    typeof openServer
  >[1]); // safe because: nothing else of the settings is read
  closers.push(close);
  return { port: Number(new URL(url).port) };
}

interface Sent {
  gym: string;
  key?: string;
  path?: string;
  length?: number;
}

/** Begins a request. It says the length of its body, or is chunked. */
function begin(port: number, { gym, key = '', path = '/', length }: Sent) {
  const headers = { 'content-type': 'application/json', ...(length === undefined ? {} : { 'content-length': length }) };
  const request = http.request({ port, path: `${path}?gym=${gym}&key=${key}`, method: 'POST', headers });
  request.on('error', () => {}); // a test leaves within the body
  request.flushHeaders();
  closers.push(() => request.destroy());
  return request;
}

async function post(port: number, gym: string, { key = '', path = '/', body = '{"timestamp":1}' } = {}) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}${path}?gym=${gym}&key=${key}`, {
    method: 'POST',
    headers,
    body,
  });
  return [response.status, response.headers.get('retry-after'), (await response.text()).slice(0, 20)];
}

/** Asked without a request, which may take the room of one that is to fill it: that one would be refused, and the room stay free. */
function hasRoom(bytes: number, ...sender: Parameters<typeof limitBodies>): boolean {
  const held = limitBodies(...sender);
  try {
    held.add(bytes);
    return true;
  } catch {
    return false;
  } finally {
    held.release();
  }
}
const untilFull = (...asked: Parameters<typeof hasRoom>) => until(() => expect(hasRoom(...asked)).toBe(false));

const mebibyte = 1024 * 1024;
const refused = [429, '5', expect.anything()];
const accepted = [200, null, 'timestamp'];

describe('bodies in progress', () => {
  test.each([
    ['say their length', mebibyte],
    ['are chunked', undefined],
  ])('that %s hold at most 16 MB of a gym, until they end', async (_, length) => {
    const { port } = await open();
    const unfinished = Array.from({ length: 16 }, () => begin(port, { gym: 'north', length }));
    for (const request of unfinished) request.write('x'.repeat(mebibyte - 1));
    await untilFull(1024, 'north');
    expect(await post(port, 'north', { body: JSON.stringify('x'.repeat(1024)) })).toEqual(refused);
    expect(await post(port, 'north', { path: '/large', body: JSON.stringify('x'.repeat(1024)) })).toEqual(refused);
    expect(await post(port, 'south')).toEqual(accepted);

    for (const request of unfinished) request.destroy();
    await until(async () => expect(await post(port, 'north')).toEqual(accepted));
  });

  test.each(['/', '/large'])('of a key refuse no short one of another key of the gym, to %s', async (path) => {
    const { port } = await open();
    for (let index = 0; index < 16; index += 1) begin(port, { gym: 'north', key: 'slow', length: mebibyte });
    const body = JSON.stringify({ timestamp: 'x'.repeat(1024) });
    await untilFull(1024, 'north', 'slow');
    expect(await post(port, 'north', { key: 'slow', path, body })).toEqual(refused);
    expect((await post(port, 'north', { key: 'counter', path, body }))[0]).toBe(200);
  });

  test('that may have a picture count too, while they are in memory', async () => {
    const { port } = await open();
    for (let index = 0; index < 15; index += 1) begin(port, { gym: 'north', length: mebibyte });
    for (let index = 0; index < 16; index += 1) {
      begin(port, { gym: 'north', path: '/large' }).write('x'.repeat(64 * 1024));
    }
    await untilFull(1024, 'north');
    expect(await post(port, 'north', { body: JSON.stringify('x'.repeat(1024)) })).toEqual(refused);
  });

  test('of eight gyms refuse a long one of the ninth, and no short one', async () => {
    const { port } = await open();
    const unfinished = Array.from({ length: 128 }, (_, index) =>
      begin(port, { gym: `gym-${index % 8}`, length: mebibyte }),
    );
    await untilFull(500_000, 'ninth');
    expect(await post(port, 'ninth', { body: JSON.stringify('x'.repeat(500_000)) })).toEqual(refused);
    expect(await post(port, 'ninth')).toEqual(accepted);
    for (const request of unfinished) request.destroy();
    await until(async () =>
      expect((await post(port, 'ninth', { body: `{"x":"${'x'.repeat(500_000)}"}` }))[0]).toBe(200),
    );
  });
});

test('a chunked body of pieces of a byte is received, up to the limit', async () => {
  const { port } = await open();
  const request = begin(port, { gym: 'north' });
  const { promise, resolve } = Promise.withResolvers<http.IncomingMessage>();
  request.once('response', resolve);
  for (const letter of '{"timestamp":1}') request.write(letter);
  request.end();
  const answer = await promise;
  answer.resume();
  expect(answer.statusCode).toBe(200);
  const tooLong = begin(port, { gym: 'north' });
  const refusal = Promise.withResolvers<http.IncomingMessage>();
  tooLong.once('response', refusal.resolve);
  tooLong.end(`"${'x'.repeat(mebibyte)}"`);
  expect((await refusal.promise).statusCode).toBe(400);
});

test('of a body that says its length and arrives byte by byte, one buffer is held and not a list of pieces', async () => {
  const { port } = await open();
  const { push } = Readable.prototype;
  let arrived = Promise.withResolvers<{ piece: Buffer; of: Readable }>();
  closers.push(() => Object.assign(Readable.prototype, { push }));
  Readable.prototype.push = function (piece, encoding) {
    if (this instanceof http.IncomingMessage && piece?.length === 1) arrived.resolve({ piece, of: this });
    return push.call(this, piece, encoding);
  };
  const body = `{"${'x'.repeat(100)}":1}`;
  const request = begin(port, { gym: 'north', length: body.length });
  request.setNoDelay(true);
  const { promise, resolve } = Promise.withResolvers<http.IncomingMessage>();
  request.once('response', resolve);
  for (const letter of body.slice(0, -1)) {
    arrived = Promise.withResolvers();
    request.write(letter);
    const { piece, of } = await arrived.promise;
    await until(() => expect(of.readableLength).toBe(0));
    await new Promise((next) => setImmediate(next)); // it has been read, and what is done with it follows at once
    piece.fill(0); // spoils a body of which the pieces are held
  }
  request.end(body.slice(-1));
  expect(await text(await promise)).toBe('x'.repeat(100));
});

test.each<Record<string, string>>([{ 'content-length': '4' }, {}])(
  'a body that is received again is the same, and counts once: %j',
  async (headers) => {
    const counted: number[] = [];
    const bounds = {
      maxBytes: 10,
      held: { add: (bytes: number) => void counted.push(bytes) },
      refuseLong: () => expect.unreachable(),
    };
    const app = new Hono();
    app.post('/', async (c) => {
      const bodies = [await receiveBody(c, bounds), await receiveBody(c, bounds), await c.req.arrayBuffer()];
      return c.json(bodies.map((body) => Buffer.from(body).toString()));
    });
    const answer = await app.request('/', { method: 'POST', headers, body: 'text' });
    expect([await answer.json(), counted]).toEqual([['text', 'text', 'text'], [4]]);
  },
);

test('collected bytes are those of the pieces', () => {
  const collected = collectBytes(10);
  for (const piece of ['a', 'bc', '', 'defg', 'hij']) collected.add(Buffer.from(piece));
  expect(Buffer.from(collected.read()).toString()).toBe('abcdefghij');
  expect(collected.length()).toBe(10);
});
