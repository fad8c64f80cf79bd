import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ping } from './accounts.ts';
import { createGymClient, type GymClient } from './gym-client.ts';
import { sendVisit } from './visits.ts';

interface Said {
  status: number;
  body: string;
  /** What is left of the limit; undefined where that is not said. */
  remaining?: string;
  /** What its clock reads, epoch milliseconds; as this machine's where it is left out. */
  time?: number;
}
const listOfNobody = JSON.stringify({ offset: 0, limit: 0, items: [], total: 0, hasNext: false });
const gateway = [
  ['a message', { status: 200, body: '{"message":"OK"}' }],
  ['null', { status: 200, body: 'null' }],
  ['a word of its own', { status: 200, body: '{"ok":false}' }],
  ['nothing', { status: 200, body: '' }],
  ['nothing at all', { status: 204, body: '' }],
] as const satisfies [string, Said][];

/** What stands at the platform's address says. */
let answer: (path: string) => Said;
let gym: GymClient;
const server = http.createServer((request, response) => {
  const { status, body, remaining, time } = answer(request.url ?? '');
  response.writeHead(status, {
    ...(body !== '' && { 'content-type': 'application/json' }),
    ...(remaining !== undefined && { 'x-ratelimit-remaining': remaining }),
    ...(time !== undefined && { date: new Date(time).toUTCString() }),
  });
  response.end(body);
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
beforeEach(() => {
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

describe.each(gateway)('a gateway in the place of the platform that answers %s', (_, said) => {
  test('has taken no visit, whether the platform was heard before', async () => {
    answer = platform('59');
    expect(await visit()).toMatchObject({ ok: true });
    answer = () => said;
    expect(await visit()).toMatchObject(unreadable);
  });

  test('or not', async () => {
    answer = () => said;
    expect(await visit()).toMatchObject(unreadable);
    answer = platform('59');
    expect(await visit()).toMatchObject({ ok: true });
  });

  test('is no platform to whoever asks whether there is one', async () => {
    answer = () => said;
    expect(await ping(gym)).toMatchObject(unreadable);
  });

  test.each([
    ['visits', visit],
    ['the question whether it is there', () => ping(gym)],
  ])('has no say in what time it is, even where it is heard first: by %s', async (_, ask) => {
    answer = () => ({ ...said, time: wrongTime });
    await ask();
    expect(gym.readPlatformTime()).toBeUndefined();
    answer = (path) => ({ ...platform('59')(path), time: platformTime });
    await ask();
    expectNear(gym.readPlatformTime(), platformTime);
  });
});

test('a gateway’s failures have no say in it either', async () => {
  answer = () => ({ status: 503, body: '{"message":"down"}', time: wrongTime });
  await visit();
  expect(gym.readPlatformTime()).toBeUndefined();
});

test('a key that the platform refuses in its own words says what time it is there, though nothing of a limit', async () => {
  answer = () => ({ status: 403, body: '{"errorCode":"forbiddenAction"}', time: platformTime });
  await ping(gym);
  expectNear(gym.readPlatformTime(), platformTime);
});

test('the clock of a platform that never says what is left of the limit is heard once a list has come of it', async () => {
  answer = (path) => ({ ...platform()(path), time: platformTime });
  expect(await visit()).toMatchObject({ ok: true });
  expectNear(gym.readPlatformTime(), platformTime);
  answer = () => ({ status: 200, body: '{"message":"OK"}', time: wrongTime });
  for (let count = 0; count < 3; count += 1) await ping(gym);
  expectNear(gym.readPlatformTime(), platformTime);
});

test('a gateway that is gone by the time of the question has taken none of several visits', async () => {
  answer = platform('9');
  await visit();
  answer = (path) => (path.includes('checkins') ? { status: 200, body: '{"message":"OK"}' } : platform('9')(path));
  const answers = await Promise.all([visit(), visit(), visit()]);
  for (const one of answers) expect(one).toMatchObject(unreadable);
  answer = platform('9');
  expect(await visit()).toMatchObject({ ok: true });
});

test('a platform that never says what is left of the limit is believed', async () => {
  answer = platform();
  expect(await visit()).toMatchObject({ ok: true });
  expect(await visit()).toMatchObject({ ok: true });
});

test('a platform that says it with lists alone has taken each visit', async () => {
  answer = (path) => platform(path.includes('checkins') ? undefined : '59')(path);
  expect(await visit()).toMatchObject({ ok: true });
  expect(await ping(gym)).toMatchObject({ ok: true });
  expect(await visit()).toMatchObject({ ok: true });
});

test('a platform that stops to say it, or whose refusals alone do, is believed', async () => {
  answer = platform('59');
  expect(await visit()).toMatchObject({ ok: true });
  answer = platform();
  expect(await visit()).toMatchObject({ ok: true });
  answer = () => ({ status: 503, body: '', remaining: '0' });
  expect(await visit()).toMatchObject({ ok: false });
  answer = platform();
  expect(await visit()).toMatchObject({ ok: true });
});

test('a platform that stops to say it of visits alone is asked to take one of them again, and no second one', async () => {
  answer = platform('59');
  expect(await visit()).toMatchObject({ ok: true });
  answer = (path) => platform(path.includes('checkins') ? undefined : '59')(path);
  expect(await visit()).toMatchObject(unreadable);
  expect(await visit()).toMatchObject({ ok: true });
});

test('so it is after it refused a request too many', async () => {
  answer = () => ({ status: 429, body: '' });
  expect(await visit()).toMatchObject({ ok: false });
  answer = platform();
  expect(await visit()).toMatchObject({ ok: true });
});
