import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdDeadlines } from '#lib/testing/hold-answer.ts';
import { ping } from './accounts.ts';
import { createGymClient, type GymClient } from './gym-client.ts';
import { sendVisit } from './visits.ts';

interface Said {
  status: number;
  body: string;
  /** Its content type; JSON by default where there is a body. */
  type?: string;
  /** The rate limit header; undefined where it is missing. */
  remaining?: string;
  /** The time of its `Date` header, epoch milliseconds; this machine's by default. */
  time?: number;
}
const listOfNobody = JSON.stringify({ offset: 0, limit: 0, items: [], total: 0, hasNext: false });
const gateway = [
  ['a message', { status: 200, body: '{"message":"OK"}' }],
  ['null', { status: 200, body: 'null' }],
  ['another JSON object', { status: 200, body: '{"ok":false}' }],
  ['an empty body', { status: 200, body: '' }],
  ['204', { status: 204, body: '' }],
  ['204 declared as HTML', { status: 204, body: '', type: 'text/html' }],
  ['an empty body declared as HTML', { status: 200, body: '', type: 'text/html' }],
] as const satisfies [string, Said][];

/** The answer of the server at the platform's address. */
let answer: (path: string) => Said;
let gym: GymClient;
const server = http.createServer((request, response) => {
  const { status, body, type = body && 'application/json', remaining, time } = answer(request.url ?? '');
  response.writeHead(status, {
    ...(type !== '' && { 'content-type': type }),
    ...(remaining !== undefined && { 'x-ratelimit-remaining': remaining }),
    ...(time !== undefined && { date: new Date(time).toUTCString() }),
  });
  response.end(body);
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
beforeEach(() => {
  holdDeadlines();
  const { port } = server.address() as AddressInfo; // safe because: it listens on TCP
  gym = createGymClient({ url: `http://127.0.0.1:${port}`, apiKey: 'key' });
});
afterAll(() => void server.close());

const platform =
  (remaining?: string) =>
  (path: string): Said =>
    path.includes('checkins') ? { status: 204, body: '', remaining } : { status: 200, body: listOfNobody, remaining };
const visit = () => sendVisit(gym, { accountId: 'lena', kind: 'checkIn', at: new Date() });
const unreadable = { ok: false, problem: { kind: 'unreadable' } };

const hourMs = 60 * 60_000;
const wrongTime = Date.now() - 3 * hourMs;
const platformTime = Date.now() + 3 * hourMs;
const expectNear = (read: number | null | undefined, time: number) =>
  expect(Math.abs((read ?? Number.NaN) - time)).toBeLessThan(hourMs);

describe.each(gateway)('a gateway in the platform’s place that answers %s', (_, said) => {
  test('has not accepted a visit, where the platform answered before', async () => {
    answer = platform('59');
    expect(await visit()).toMatchObject({ ok: true });
    answer = () => said;
    expect(await visit()).toMatchObject(unreadable);
  });

  test('has not accepted a visit, where the platform never answered before', async () => {
    answer = () => said;
    expect(await visit()).toMatchObject(unreadable);
    answer = platform('59');
    expect(await visit()).toMatchObject({ ok: true });
  });

  test('does not answer a ping like a platform', async () => {
    answer = () => said;
    expect(await ping(gym)).toMatchObject(unreadable);
  });

  test.each([
    ['visits', visit],
    ['pings', () => ping(gym)],
  ])('does not affect the clock, even if it answers first: by %s', async (_, ask) => {
    answer = () => ({ ...said, time: wrongTime });
    await ask();
    expect(gym.readPlatformTime()).toBeUndefined();
    answer = (path) => ({ ...platform('59')(path), time: platformTime });
    await ask();
    expectNear(gym.readPlatformTime(), platformTime);
  });
});

test('a gateway’s failures do not affect the clock either', async () => {
  answer = () => ({ status: 503, body: '{"message":"down"}', time: wrongTime });
  await visit();
  expect(gym.readPlatformTime()).toBeUndefined();
});

test('a refusal of the key with an error code shows the platform’s time, although it has no limit header', async () => {
  answer = () => ({ status: 403, body: '{"errorCode":"forbiddenAction"}', time: platformTime });
  await ping(gym);
  expectNear(gym.readPlatformTime(), platformTime);
});

test('the clock of a platform without limit headers is learned once a list of it was readable', async () => {
  answer = (path) => ({ ...platform()(path), time: platformTime });
  expect(await visit()).toMatchObject({ ok: true });
  expectNear(gym.readPlatformTime(), platformTime);
  answer = () => ({ status: 200, body: '{"message":"OK"}', time: wrongTime });
  for (let count = 0; count < 3; count += 1) await ping(gym);
  expectNear(gym.readPlatformTime(), platformTime);
});

test('several visits answered by a gateway do not count as sent if the gateway is gone by the time of the ping', async () => {
  answer = platform('9');
  await visit();
  answer = (path) => (path.includes('checkins') ? { status: 200, body: '{"message":"OK"}' } : platform('9')(path));
  const answers = await Promise.all([visit(), visit(), visit()]);
  for (const one of answers) expect(one).toMatchObject(unreadable);
  answer = platform('9');
  expect(await visit()).toMatchObject({ ok: true });
});

test('successes of a platform without limit headers are accepted', async () => {
  answer = platform();
  expect(await visit()).toMatchObject({ ok: true });
  expect(await visit()).toMatchObject({ ok: true });
});

test('visits are accepted from a platform with limit headers on lists only', async () => {
  answer = (path) => platform(path.includes('checkins') ? undefined : '59')(path);
  expect(await visit()).toMatchObject({ ok: true });
  expect(await ping(gym)).toMatchObject({ ok: true });
  expect(await visit()).toMatchObject({ ok: true });
});

test('successes are accepted from a platform that stops sending the header, or sends it with refusals only', async () => {
  answer = platform('59');
  expect(await visit()).toMatchObject({ ok: true });
  answer = platform();
  expect(await visit()).toMatchObject({ ok: true });
  answer = () => ({ status: 503, body: '', remaining: '0' });
  expect(await visit()).toMatchObject({ ok: false });
  answer = platform();
  expect(await visit()).toMatchObject({ ok: true });
});

test('where a platform stops sending it for visits only, one of them is sent again, and no second one', async () => {
  answer = platform('59');
  expect(await visit()).toMatchObject({ ok: true });
  answer = (path) => platform(path.includes('checkins') ? undefined : '59')(path);
  expect(await visit()).toMatchObject(unreadable);
  expect(await visit()).toMatchObject({ ok: true });
});

test('the same holds after a 429', async () => {
  answer = () => ({ status: 429, body: '' });
  expect(await visit()).toMatchObject({ ok: false });
  answer = platform();
  expect(await visit()).toMatchObject({ ok: true });
});
