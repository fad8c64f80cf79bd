import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { memberAccountAsRead, type SentMemberAccount } from '#contracts/v2/accounts.ts';
import { FakePlatform, refuse } from '#lib/testing/fake-platform.ts';
import { holdDeadlines } from '#lib/testing/hold-answer.ts';
import { longestWaitMs } from '#shared/testing/limits.ts';
import {
  findAccountByEmail,
  findAccountByMembershipId,
  findAccountByRfid,
  readAccount,
  replaceAccount,
} from './accounts.ts';
import type { ApiProblem, GymAnswer } from './answer.ts';
import { createGymClient, type GymClient } from './gym-client.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { findRfidHolder } from './rfids.ts';
import { readTask, updateTask } from './tasks.ts';
import { askAdmission, sendVisit } from './visits.ts';

const lena = {
  account: {
    accountId: 'a-1',
    email: 'lena+gym@example.com',
    firstName: 'Lena',
    membership: { membershipId: 'M/1 ä' },
  },
  rfids: ['0x04A2'],
};
const json = (body: string) => ({ status: 200, body, headers: { 'content-type': 'application/json' } });
const besideLena = (ballast: string) => `{"ballast":${ballast},${JSON.stringify(lena.account).slice(1)}`;
let platform: FakePlatform;
let gym: GymClient;
let endDeadlines: () => void;

beforeEach(async () => {
  endDeadlines = holdDeadlines();
  platform = await new FakePlatform().start();
  platform.members.push(lena);
  gym = createGymClient({ url: platform.url, apiKey: platform.apiKey });
});
afterEach(() => platform.stop());

function problemOf<T>(answer: GymAnswer<T>): ApiProblem {
  if (answer.ok) throw new Error('expected a problem');
  return answer.problem;
}

test('a member is looked up with the location’s key', async () => {
  expect(await findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' })).toMatchObject({
    ok: true,
    value: lena.account,
  });
  expect(platform.requests).toMatchObject([{ path: '/api/v2/accounts/rfid/0x04A2', apiKey: platform.apiKey }]);
});

test('path parameters arrive unchanged', async () => {
  expect(await findAccountByEmail(gym, { email: 'lena+gym@example.com', urgency: 'interactive' })).toMatchObject({
    ok: true,
  });
  expect(await findAccountByMembershipId(gym, { membershipId: 'M/1 ä', urgency: 'interactive' })).toMatchObject({
    ok: true,
  });
  expect(platform.requests[0]?.rawPath).toContain('lena%2Bgym%40example.com');
});

test.each(['.', '..', '', '\ud800'])('%j has no form in a path: it is refused, and nothing is sent', async (id) => {
  const refused = { ok: false, problem: { kind: 'status', status: 400, errorCode: 'invalidArguments' } };
  expect(await readAccount(gym, { accountId: id, urgency: 'interactive' })).toMatchObject(refused);
  expect(await findAccountByMembershipId(gym, { membershipId: id, urgency: 'interactive' })).toMatchObject(refused);
  expect(await sendVisit(gym, { accountId: id, kind: 'checkIn', at: new Date() })).toMatchObject(refused);
  expect(platform.requests).toEqual([]);
});

test('a visit is sent with its own time', async () => {
  const at = new Date('2026-03-29T01:30:00.123Z');
  expect(await sendVisit(gym, { accountId: 'a-1', kind: 'checkOut', at })).toMatchObject({ ok: true });
  expect(platform.requests).toMatchObject([
    { path: '/api/v2/accounts/a-1/checkouts', body: { timestamp: at.getTime() } },
  ]);
});

test('a coalesced look-up has the time of the first request', async () => {
  let now = 1_000;
  gym = createGymClient({ url: platform.url, apiKey: platform.apiKey, clock: () => now });
  const first = findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' });
  now = 2_000;
  const shared = findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' });
  expect((await Promise.all([first, shared])).map(({ askedAt }) => askedAt.getTime())).toEqual([1_000, 1_000]);
  expect((await findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' })).askedAt.getTime()).toBe(2_000);
});

test.each([{ status: 200, body: { ...lena.account, accountId: 'a-2' } }])(
  'an answer about another account is unreadable',
  async (reply) => {
    platform.fault = () => reply;
    expect(await readAccount(gym, { accountId: 'a-1', urgency: 'interactive' })).toMatchObject({
      ok: false,
      problem: { kind: 'unreadable' },
    });
  },
);

test('a replaced account is read back where the answer is about another one, or lacks the membership', async () => {
  const body: SentMemberAccount = {
    email: 'lena@example.com',
    firstName: 'Lena',
    lastName: 'Brandt',
    gender: 'FEMALE',
    membership: { membershipId: 'M-1', membershipType: 'BASIC', startOfContract: '2026-01-01' },
  };
  platform.fault = () => ({ status: 200, body: { ...lena.account, accountId: 'a-2' } });
  expect(await replaceAccount(gym, { accountId: 'a-1', account: body })).toEqual({ ok: true, value: null });
  for (const membership of [undefined, null, { membershipType: 'BASIC' }]) {
    platform.fault = () => ({ status: 200, body: { ...lena.account, membership } });
    expect(await replaceAccount(gym, { accountId: 'a-1', account: body })).toEqual({ ok: true, value: null });
  }
  platform.fault = () => ({ status: 200, body: lena.account });
  expect(await replaceAccount(gym, { accountId: 'a-1', account: body })).toMatchObject({
    ok: true,
    value: { accountId: 'a-1' },
  });
});

test('an answer about another task is ignored, and the change counts as done', async () => {
  const request = { name: 'Introduction', dueDate: '2026-11-21', authorId: 'a-2', targetId: 'a-1' };
  platform.fault = () => ({ status: 200, body: { ...request, id: '18' } });
  expect(await readTask(gym, '17')).toMatchObject({ ok: false, problem: { kind: 'unreadable' } });
  expect(await updateTask(gym, { taskId: '17', task: request })).toMatchObject({ ok: true, value: null });
  platform.fault = () => ({ status: 200, body: { ...request, id: 17 } });
  expect(await readTask(gym, '17')).toMatchObject({ ok: true, value: { id: '17' } });
  expect(await updateTask(gym, { taskId: '17', task: request })).toMatchObject({ ok: true, value: { id: '17' } });
  platform.fault = () => ({ status: 200, body: request });
  expect(await readTask(gym, '17')).toMatchObject({ ok: true, value: { id: '17' } });
});

test('the same concurrent look-up of several people is sent once', async () => {
  await Promise.all([1, 2, 3].map(() => findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' })));
  expect(platform.requests).toHaveLength(1);
  await findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' });
  expect(platform.requests).toHaveLength(2);
});

test('a request with isFresh never gets the answer of an earlier one', async () => {
  await Promise.all([1, 2].map(() => findRfidHolder(gym, '0x04A2')));
  expect(platform.requests).toHaveLength(2);
});

test('writes are never coalesced', async () => {
  await Promise.all([1, 2].map(() => askAdmission(gym, { accountId: 'a-1', urgency: 'interactive' })));
  expect(platform.requests).toHaveLength(2);
});

describe('a platform that fails', () => {
  const ask = () => findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' });
  /** Parsing a large answer takes a busy machine longer than the default deadline. */
  const askForLong = () =>
    gym.ask({
      operation: 'getByRfid',
      parameters: { rfid: '0x04A2' },
      answer: memberAccountAsRead,
      urgency: 'interactive',
      timeoutMs: 25_000,
    });

  test('down: unreachable', async () => {
    await platform.stop();
    expect(problemOf(await ask())).toEqual({ kind: 'unreachable', cause: 'refused', code: 'ECONNREFUSED' });
  });

  test('without an answer: timeout after 1.5 s', async () => {
    endDeadlines();
    platform.fault = () => 'silence';
    const deadlines = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => deadlines.mockRestore());
    expect(problemOf(await ask())).toEqual({ kind: 'timeout' });
    expect(deadlines.mock.calls).toEqual([[1_500]]);
  });

  test('an endless body times out', async () => {
    endDeadlines();
    const endless = createGymClient({
      url: platform.url,
      apiKey: platform.apiKey,
    });
    platform.fault = () => ({ status: 200, body: '{"accountId":', headers: { 'content-length': '1000' } });
    const answer = await endless.ask({
      operation: 'retrieveAccount',
      parameters: { accountId: 'a-1' },
      answer: memberAccountAsRead,
      urgency: 'interactive',
      timeoutMs: 100,
    });
    expect(problemOf(answer)).toEqual({ kind: 'timeout' });
  });

  test('a look-up is retried once after a connection reset', async () => {
    platform.fault = () => (platform.requests.length === 1 ? 'reset' : null);
    expect(await ask()).toMatchObject({ ok: true });
    expect(platform.requests).toHaveLength(2);

    platform.fault = () => 'reset';
    expect(problemOf(await ask())).toEqual({ kind: 'unreachable', cause: 'brokenOff', code: 'ECONNRESET' });
    expect(platform.requests).toHaveLength(4);
  });

  test('a retry takes a second place under the rate limit', async () => {
    endDeadlines();
    const rateLimiter = createRateLimiter({ now: () => 0, capacity: 1 });
    gym = createGymClient({ url: platform.url, apiKey: platform.apiKey, rateLimiter });
    platform.fault = () => 'reset';
    expect(problemOf(await ask())).toEqual({ kind: 'busy' });
    expect(platform.requests).toHaveLength(1);
  });

  test('a write is not retried after a connection reset', async () => {
    platform.fault = () => 'reset';
    expect(problemOf(await askAdmission(gym, { accountId: 'a-1', urgency: 'interactive' }))).toMatchObject({
      kind: 'unreachable',
      cause: 'brokenOff',
    });
    expect(platform.requests).toHaveLength(1);
  });

  test.each([
    ['HTML in place of a member', { status: 200, body: '<html>hello</html>' }],
    ['JSON of another shape', { status: 200, body: { items: [] } }],
    ['a body larger than any answer', { status: 200, body: 'x'.repeat(5_000_000) }],
    ['lists in lists, two million of them', json('['.repeat(1_900_000) + ']'.repeat(1_900_000))],
    ['a member, and deeper than any answer', json(besideLena('['.repeat(40) + ']'.repeat(40)))],
    ['a member, and more than any page', json(besideLena(`[${'1,'.repeat(60_000)}1]`))],
  ])('%s: unreadable', async (_, reply) => {
    platform.fault = () => reply;
    expect(problemOf(await askForLong())).toMatchObject({ kind: 'unreadable' });
  });

  test('a redirect is not followed, so that the key is not sent elsewhere', async () => {
    const elsewhere = await new FakePlatform().start();
    platform.fault = () => ({ status: 302, headers: { location: elsewhere.url } });
    expect(problemOf(await askForLong())).toEqual({ kind: 'unreachable', cause: 'portal', code: null });
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.stop();
  });

  test('control: a member with unknown fields is parsed', async () => {
    platform.fault = () => json(besideLena(`[${'1,'.repeat(40_000)}[[1]]]`));
    expect(await askForLong()).toMatchObject({ ok: true, value: lena.account });
  });

  test('an error status is a failure, whatever its body', async () => {
    platform.fault = () => ({ status: 500, body: `{"errorCode":${'['.repeat(1_000_000)}` });
    expect(problemOf(await askForLong())).toMatchObject({ kind: 'status', status: 500, errorCode: null });
  });

  test('an error has the code, message and fields of the platform', async () => {
    platform.fault = () => refuse('notFound', { entity: 'MEMBERSHIP' });
    expect(problemOf(await ask())).toEqual({
      kind: 'status',
      status: 404,
      errorCode: 'notFound',
      isPage: false,
      isOfKey: false,
      entity: 'MEMBERSHIP',
      requestId: 'request-1',
      metadata: { entity: 'MEMBERSHIP' },
      fieldErrors: {},
    });
  });

  test('an error whose body is not of the interface has no code', async () => {
    platform.fault = () => ({ status: 404, body: '<html>nginx</html>' });
    expect(problemOf(await ask())).toMatchObject({ status: 404, errorCode: null });
  });

  test('malformed details do not hide the code of an error', async () => {
    platform.fault = () => ({ status: 404, body: { errorCode: 'notFound', metadata: 'none', fieldErrors: 'none' } });
    expect(problemOf(await ask())).toMatchObject({ errorCode: 'notFound', metadata: {}, fieldErrors: {} });
  });

  test('malformed facts do not hide which entity is missing, and numbers become text', async () => {
    const metadata = {
      entity: 'MEMBERSHIP',
      accountId: '..',
      gym: { id: 7 },
      legacyId: 104271,
      name: 'Lena\0',
      note: null,
    };
    platform.fault = () => ({ status: 404, body: { errorCode: 'notFound', metadata } });
    expect(problemOf(await ask())).toMatchObject({
      entity: 'MEMBERSHIP',
      metadata: { entity: 'MEMBERSHIP', legacyId: '104271' },
    });
  });

  test('a code that cannot be stored is none of the interface', async () => {
    for (const errorCode of ['notFound\0', 'notFound\ud800', { code: 'notFound' }]) {
      platform.fault = () => ({ status: 404, body: { errorCode, requestId: 'request-1' } });
      expect(problemOf(await ask())).toMatchObject({ errorCode: null, requestId: 'request-1' });
    }
  });
});

test('fields and enum members that the platform adds later are tolerated', async () => {
  platform.fault = () => ({
    status: 200,
    body: {
      accountId: 'a-9',
      gender: 'OTHER',
      loyalty: 3,
      membership: { membershipId: 'M-9', membershipType: 'GOLD' },
    },
  });
  expect(await readAccount(gym, { accountId: 'a-9', urgency: 'interactive' })).toMatchObject({
    ok: true,
    value: { accountId: 'a-9', membership: { membershipType: 'GOLD' } },
  });
});

test('without a place under the rate limit, the answer at the deadline is busy and nothing is sent', async () => {
  endDeadlines();
  const rateLimiter = createRateLimiter({ now: () => performance.now(), capacity: 1, perSecond: 1e-6 });
  gym = createGymClient({ url: platform.url, apiKey: platform.apiKey, rateLimiter });
  const ask = (accountId: string, timeoutMs: number) =>
    gym.ask({
      operation: 'retrieveAccount',
      parameters: { accountId },
      answer: null,
      urgency: 'interactive',
      timeoutMs,
    });
  expect(await ask('a-1', longestWaitMs)).toMatchObject({ ok: true });
  expect(problemOf(await ask('a-2', 50))).toEqual({ kind: 'busy' });
  expect(platform.requests).toHaveLength(1);
});

describe('after a 429', () => {
  const date = 'Fri, 20 Nov 2026 10:00:00 GMT';
  let now: number;
  beforeEach(() => {
    now = 0;
    const rateLimiter = createRateLimiter({ now: () => now, reserve: 0 });
    gym = createGymClient({ url: platform.url, apiKey: platform.apiKey, rateLimiter, now: () => now });
  });
  const findByCard = () => findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' });
  const refuseOnce = (headers: Record<string, string>, metadata?: Record<string, string>) => {
    platform.fault = () => {
      platform.fault = () => null;
      return { status: 429, body: { errorCode: 'tooManyRequests', metadata }, headers };
    };
    return findByCard();
  };
  const isAskedAt = async (ms: number) => {
    now = ms;
    const before = platform.requests.length;
    const spare = { operation: 'retrieveAccount', answer: null, urgency: 'interactive', isSpare: true } as const;
    await gym.ask({ ...spare, parameters: { accountId: 'a-1' }, isFresh: true });
    return platform.requests.length > before;
  };

  test.each<[string, Record<string, string>, number]>([
    ['as long as it says', { 'retry-after': '30' }, 30_000],
    ['until the time of day, by its own clock', { 'retry-after': 'Fri, 20 Nov 2026 10:00:30 GMT', date }, 30_000],
    ['a minute at most', { 'retry-after': '86400' }, 60_000],
    ['until there is a request again, where it says nothing', {}, 167],
    ['the same where it is not understood', { 'retry-after': 'soon' }, 167],
    ['the same where the time of day is over', { 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT', date }, 167],
  ])('the platform is left alone %s', async (_, headers, waitMs) => {
    await refuseOnce({ 'x-ratelimit-remaining': '0', ...headers });
    expect(await isAskedAt(waitMs - 1)).toBe(false);
    expect(await isAskedAt(waitMs + 1)).toBe(true);
    expect(gym.readRateLeft()?.left).toBe(60);
  });

  test('without the header of the limit, such as that of a gateway, only its operation waits', async () => {
    endDeadlines();
    platform.tellsLimit = false;
    await refuseOnce({ 'retry-after': '30' });
    expect(gym.readRateLeft()?.left).toBe(0);
    expect(await isAskedAt(168)).toBe(true);
    now = 29_999;
    const { length } = platform.requests;
    expect(problemOf(await findByCard())).toEqual({ kind: 'busy' });
    expect(platform.requests).toHaveLength(length);
    now = 30_001;
    expect(await findByCard()).toMatchObject({ ok: true });
  });

  test('one about a TAN holds up no other request, where the key has some left', async () => {
    await refuseOnce({ 'x-ratelimit-remaining': '41', 'retry-after': '900' });
    expect(await isAskedAt(0)).toBe(true);
  });

  test('nor where the key has none left at that moment', async () => {
    await refuseOnce({ 'x-ratelimit-remaining': '0', 'retry-after': '900' }, { entity: 'TAN' });
    expect(await isAskedAt(168)).toBe(true);
  });
});

test('every answer is reported once', async () => {
  const reported: unknown[] = [];
  gym = createGymClient({
    url: platform.url,
    apiKey: platform.apiKey,
    onAnswer: async (operation, problem) => void reported.push([operation, problem?.kind ?? 'ok']),
  });
  await Promise.all([1, 2].map(() => findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' })));
  await platform.stop();
  await findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' });
  expect(reported).toEqual([
    ['getByRfid', 'ok'],
    ['getByRfid', 'unreachable'],
  ]);
});
