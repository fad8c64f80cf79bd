import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { gatewayAnswers, pageOf } from './foreign-answers.ts';
import { type FaultyProxy, openProxy } from './proxy.ts';

const asked: string[] = [];
let askedAtMs = 0;
const server = http.createServer((request, response) => {
  asked.push(request.url ?? '');
  askedAtMs = performance.now();
  response.end('served');
});
const keptAlive = new http.Agent({ keepAlive: true });
let proxy: FaultyProxy;

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
beforeEach(async () => {
  asked.length = 0;
  // safe because: it listens on TCP
  proxy = await openProxy([`http://127.0.0.1:${(server.address() as AddressInfo).port}`]);
});
afterEach(() => proxy.close());
afterAll(() => void server.close());

/** Resolves to the status and body, or the code of the error. Uses keep-alive connections. */
function ask(path = '/'): Promise<string> {
  return new Promise((resolve) => {
    const request = http.get(proxy.url + path, { agent: keptAlive }, async (response) => {
      let body = '';
      for await (const part of response) body += part;
      resolve(`${response.statusCode} ${body}`);
    });
    request.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? ''));
  });
}
const isOpen = async (answer: Promise<string>) => {
  const open = Symbol('open');
  await new Promise((resolve) => setTimeout(resolve, 100));
  return (await Promise.race([answer, Promise.resolve(open)])) === open;
};

test('without a fault everything passes', async () => {
  expect(await ask()).toBe('200 served');
});

test('reset: open connections and new ones', async () => {
  await ask();
  proxy.setFault({ kind: 'reset' });
  expect([await ask(), await ask()]).toEqual(['ECONNRESET', 'ECONNRESET']);
  expect(asked).toHaveLength(1);
});

test('answer lost: the request has arrived', async () => {
  proxy.setFault({ kind: 'answerLost' });
  expect(await ask('/kept')).toBe('ECONNRESET');
  expect(asked).toEqual(['/kept']);
});

test('held: data arrives when the fault is over', async () => {
  proxy.setFault({ kind: 'held' });
  const answer = ask();
  expect([await isOpen(answer), asked]).toEqual([true, []]);
  proxy.setFault(null);
  expect(await answer).toBe('200 served');
});

test('swallowed: data never arrives, and the next connection works', async () => {
  proxy.setFault({ kind: 'swallowed' });
  const answer = ask();
  expect(await isOpen(answer)).toBe(true);
  proxy.setFault(null);
  expect([await isOpen(answer), asked]).toEqual([true, []]);
  expect(await ask()).toBe('200 served');
});

test('half open: the existing connection is dead without a notice, a new one works', async () => {
  await ask();
  proxy.setFault({ kind: 'halfOpen' });
  const answer = ask();
  expect(await isOpen(answer)).toBe(true);
  expect(await ask()).toBe('200 served');
});

test('slow in one direction: the response is delayed after the request has arrived', async () => {
  const answerMs = 300;
  proxy.setFault({ kind: 'slow', requestMs: 0, answerMs });
  expect(await ask()).toBe('200 served');
  // a timer of Node may end a millisecond early
  expect(performance.now() - askedAtMs).toBeGreaterThan(answerMs - 5);
});

test.each([200, 502] as const)('a foreign page: %i', async (status) => {
  proxy.setFault({ kind: 'foreign', answers: [pageOf(status)] });
  expect(await ask()).toMatch(new RegExp(`^${status} <html>`));
  expect(asked).toEqual([]);
});

test('JSON of a gateway: each response in turn, and the far end receives nothing', async () => {
  proxy.setFault({ kind: 'foreign', answers: gatewayAnswers });
  const heard = await Array.fromAsync(gatewayAnswers, () => ask());
  expect(new Set(heard)).toEqual(new Set(gatewayAnswers.map(({ status, body }) => `${status} ${body}`)));
  expect(asked).toEqual([]);
});
