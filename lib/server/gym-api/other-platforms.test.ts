import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SentMemberAccount } from '#contracts/v2/accounts.ts';
import { FakePlatform, type Reply, refuse } from '#lib/testing/fake-platform.ts';
import { holdDeadlines } from '#lib/testing/hold-answer.ts';
import {
  findAccountByRfid,
  listAccounts,
  patchAccount,
  ping,
  publishAccount,
  readAccount,
  replaceAccount,
} from './accounts.ts';
import type { ApiProblem, GymAnswer } from './answer.ts';
import { createGymClient, type GymClient } from './gym-client.ts';
import { assignNfcToken } from './nfc.ts';
import { bookProduct } from './products.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { addRfid, listRfids, replaceRfids } from './rfids.ts';
import { assignRoles } from './roles.ts';
import { createTask, listTasks, updateTask } from './tasks.ts';
import { askAdmission, sendVisit } from './visits.ts';
import { createWebhook } from './webhooks.ts';

const lena = { account: { accountId: 'a-1', firstName: 'Lena', membership: { membershipId: 'M-1' } } };
const wholeOfLena: SentMemberAccount = {
  email: 'lena@example.com',
  firstName: 'Lena',
  lastName: 'Brandt',
  gender: 'FEMALE',
  membership: { membershipId: 'M-1', membershipType: 'BASIC', startOfContract: '2026-01-01' },
};
const wholeTask = { name: 'Introduction', dueDate: '2026-11-21', authorId: 'a-2', targetId: 'a-1' };

let platform: FakePlatform;
let gym: GymClient;

beforeEach(async () => {
  holdDeadlines();
  platform = await new FakePlatform().start();
  platform.members.push(lena);
  gym = createGymClient({ url: platform.url, apiKey: platform.apiKey });
});
afterEach(() => platform.stop());

function problemOf<T>(answer: GymAnswer<T>): ApiProblem {
  if (answer.ok) throw new Error('expected a problem');
  return answer.problem;
}

describe('any 2xx is a success', () => {
  const changes: [string, () => Promise<GymAnswer<unknown>>][] = [
    ['a check-in', () => sendVisit(gym, { accountId: 'a-1', kind: 'checkIn', at: new Date() })],
    ['a list of cards', () => replaceRfids(gym, { accountId: 'a-1', rfids: [] })],
    ['a new card', () => addRfid(gym, { accountId: 'a-1', card: { rfid: '0x04A2' } })],
    ['a changed member', () => patchAccount(gym, { accountId: 'a-1', change: { firstName: 'Lena' } })],
    ['a replaced member', () => replaceAccount(gym, { accountId: 'a-1', account: wholeOfLena })],
    ['a booking', () => bookProduct(gym, { accountId: 'a-1', booking: { productId: 'p-1' } })],
    ['a changed task', () => updateTask(gym, { taskId: '17', task: wholeTask })],
    ['a new task', () => createTask(gym, wholeTask)],
    ['a webhook', () => createWebhook(gym, { url: 'https://desk.example.com/hook', secret: 's' })],
    ['a pass', () => assignNfcToken(gym, { accountId: 'a-1', token: 'token', issuer: null })],
    ['a role', () => assignRoles(gym, { accountId: 'a-1', roles: { trainer: true } })],
  ];
  const answers: [string, Reply][] = [
    ['200 without a body', { status: 200 }],
    ['200 with another JSON body', { status: 200, body: { done: true } }],
    ['201', { status: 201, body: {} }],
    ['202', { status: 202 }],
    ['204', { status: 204 }],
    ['200 with plain text', { status: 200, body: 'done', headers: { 'content-type': 'text/plain' } }],
    ['200 with an empty page', { status: 200, headers: { 'content-type': 'text/html', 'content-length': '0' } }],
    ['204 declared as HTML', { status: 204, headers: { 'content-type': 'text/html' } }],
    ['200 with an empty chunked page', { status: 200, headers: { 'content-type': 'text/html; charset=UTF-8' } }],
    ['200 with a blank line as HTML', { status: 200, body: '\r\n' }],
    [
      '200 that breaks off',
      { status: 200, body: '{"accountId":"a-1"', headers: { 'content-type': 'application/json' }, breaksOff: true },
    ],
  ];

  test.each(answers)('%s: every change counts as done, and is sent once', async (_, reply) => {
    platform.fault = () => reply;
    for (const [what, change] of changes) {
      expect([what, await change()]).toMatchObject([what, { ok: true }]);
    }
    expect(platform.requests).toHaveLength(changes.length);
  });

  test.each(answers)('%s: also without the rate limit header, if lists are returned', async (_, reply) => {
    platform.tellsLimit = false;
    platform.fault = ({ path, query }) => (path === '/api/v2/accounts' && query.has('limit') ? null : reply);
    for (const [what, change] of [...changes, ...changes]) {
      expect([what, await change()]).toMatchObject([what, { ok: true }]);
    }
    const sent = platform.requests.filter(({ method }) => method !== 'GET');
    expect(sent).toHaveLength(2 * changes.length);
    // the limit header is learned once per operation
    const proofs = platform.requests.length - sent.length;
    const operations = new Set(sent.map(({ method, path }) => `${method} ${path}`)).size;
    expect(proofs).toBeLessThanOrEqual(operations);
  });

  test('except an HTML page of a gateway, where nothing was done', async () => {
    platform.fault = () => ({ status: 200, body: '<html>Back in a minute</html>' });
    for (const [what, change] of changes) {
      expect([what, await change()]).toMatchObject([what, { ok: false, problem: { kind: 'unreadable' } }]);
    }
  });

  test('an empty 2xx grants admission, an HTML page of a proxy does not', async () => {
    platform.fault = () => ({ status: 204 });
    expect(await askAdmission(gym, { accountId: 'a-1', urgency: 'interactive' })).toMatchObject({
      ok: true,
      value: { firstAdmission: false },
    });
    platform.fault = () => ({ status: 200, body: '<html>Welcome</html>' });
    expect(problemOf(await askAdmission(gym, { accountId: 'a-1', urgency: 'interactive' }))).toMatchObject({
      kind: 'unreadable',
    });
  });

  test('an empty answer that is declared as HTML grants admission', async () => {
    for (const status of [200, 204]) {
      platform.fault = () => ({ status, headers: { 'content-type': 'text/html' } });
      const answer = await askAdmission(gym, { accountId: 'a-1', urgency: 'interactive' });
      expect(answer).toMatchObject({ ok: true, value: { firstAdmission: false } });
    }
  });

  test('a page that breaks off is no success either', async () => {
    const headers = { 'content-type': 'text/html' };
    platform.fault = () => ({ status: 200, body: '<html>', headers, breaksOff: true });
    expect(problemOf(await sendVisit(gym, { accountId: 'a-1', kind: 'checkIn', at: new Date() }))).toMatchObject({
      kind: 'unreadable',
      isPage: true,
    });
  });

  test('a new member without a readable answer is reported as unreadable, not as a success', async () => {
    platform.fault = () => ({ status: 204 });
    expect(problemOf(await publishAccount(gym, wholeOfLena))).toMatchObject({ kind: 'unreadable' });
  });

  test('a list without a body does not count as an empty list', async () => {
    platform.fault = () => ({ status: 204 });
    expect(
      problemOf(await listRfids(gym, { accountId: 'a-1', sources: 'ours', urgency: 'interactive' })),
    ).toMatchObject({
      kind: 'unreadable',
    });
    expect(problemOf(await listAccounts(gym, { offset: 0, since: null }))).toMatchObject({ kind: 'unreadable' });
  });

  test.each([
    ['left out', { offset: 0, limit: 0, total: 1_200, hasNext: true }],
    ['null', { items: null, total: 0 }],
    ['left out, as is all that is zero', { limit: 100 }],
    ['left out at the end of a list', { hasNext: false }],
  ])('a page of nobody may have its items %s', async (_, body) => {
    platform.fault = () => ({ status: 200, body });
    expect(await ping(gym)).toMatchObject({ ok: true });
    expect(await listAccounts(gym, { offset: 0, since: null })).toMatchObject({
      ok: true,
      value: { items: [], unreadable: [] },
    });
  });

  test.each([
    ['a message', { message: 'OK' }],
    ['nothing but null items', { items: null }],
    ['an empty object', {}],
    ['an empty list', []],
    ['fields of a page that hold something else', { limit: 'none', hasNext: 'no', total: null }],
    ['items that are no list', { items: {}, total: 0 }],
  ])('an answer that is %s is no page', async (_, body) => {
    platform.fault = () => ({ status: 200, body });
    expect(problemOf(await ping(gym))).toMatchObject({ kind: 'unreadable' });
    expect(problemOf(await listAccounts(gym, { offset: 0, since: null }))).toMatchObject({ kind: 'unreadable' });
  });

  test('everybody, of a platform that ignores the limit, is a page', async () => {
    const startDeadline = () => new AbortController().signal;
    gym = createGymClient({ url: platform.url, apiKey: platform.apiKey, startDeadline });
    const items = Array.from({ length: 4_500 }, (_, index) => ({
      ...lena.account,
      accountId: `a-${index}`,
      // not read by the desk
      remarks: ['a'.repeat(1_000), '', '', '', '', '', ''],
    }));
    platform.fault = () => ({ status: 200, body: { items } });
    expect(await ping(gym)).toMatchObject({ ok: true });
    const answer = await listAccounts(gym, { offset: 0, since: null });
    expect(answer.ok && answer.value.items.length).toBe(items.length);
  });

  test('a look-up is parsed from any 2xx', async () => {
    platform.fault = () => ({ status: 202, body: lena.account });
    expect(await readAccount(gym, { accountId: 'a-1', urgency: 'interactive' })).toMatchObject({
      ok: true,
      value: lena.account,
    });
  });
});

describe('differences of other platforms', () => {
  test('card numbers are normalised', async () => {
    platform.fault = () => ({ status: 200, body: [{ rfid: '0x04a2b1' }, { rfid: '0X04C3' }] });
    expect(await listRfids(gym, { accountId: 'a-1', sources: 'all', urgency: 'interactive' })).toMatchObject({
      ok: true,
      value: { items: [{ rfid: '0x04A2B1' }, { rfid: '0x04C3' }], unreadable: [] },
    });
  });

  test('one unreadable item of a list does not affect the others, and is reported by field and code', async () => {
    const told: unknown[] = [];
    gym = createGymClient({
      url: platform.url,
      apiKey: platform.apiKey,
      onList: (operation, unreadable) => void told.push([operation, unreadable]),
    });
    const items = [lena.account, { firstName: 'Nobody' }, { ...lena.account, accountId: 7 }];
    platform.fault = () => ({ status: 200, body: { items, hasNext: false, total: 1e20 } });
    expect(await listAccounts(gym, { offset: 0, since: null })).toMatchObject({
      ok: true,
      value: { items: [{ accountId: 'a-1' }, { accountId: '7' }], hasNext: false, total: null },
    });
    const missing = { index: 1, path: 'accountId', code: 'invalid_type' };
    expect(told).toEqual([['listAccounts', [missing]]]);
  });

  test.each([
    ['nothing', {}],
    ['a type', { membershipType: 'PREMIUM', membershipSubType: 'student' }],
    ['empty texts', { membershipId: '', startOfContract: ' ', membershipType: 'PREMIUM' }],
    ['nulls', { membershipId: null, startOfContract: null, membershipType: 'PREMIUM', endOfContract: null }],
    [
      'an empty entitlement',
      { membershipType: 'CORPORATE_FITNESS', barcode: '', corporateFitness: { endTimestamp: null } },
    ],
  ])('an ended membership of which %s is left is no membership', async (_, membership) => {
    const account = { ...lena.account, membership };
    platform.fault = ({ query }) => ({ status: 200, body: query.has('limit') ? { items: [account] } : account });
    const found = { ok: true, value: { accountId: 'a-1', membership: null } };
    expect(await readAccount(gym, { accountId: 'a-1', urgency: 'interactive' })).toMatchObject(found);
    expect(await findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' })).toMatchObject(found);
    expect(await listAccounts(gym, { offset: 0, since: null })).toMatchObject({ value: { items: [found.value] } });
  });

  test.each([
    { membershipId: 'M-1' },
    { membershipId: 7 },
    { startOfContract: '2026-01-01' },
    { membershipType: 'CORPORATE_FITNESS', corporateFitness: { endTimestamp: '2027-12-31T22:59:59.000Z' } },
    { membershipType: 'CORPORATE_FITNESS', corporateFitness: { startTimestamp: '2026-12-31T23:00:00.000Z' } },
    { membershipType: 'PREMIUM', endOfContract: '2027-12-31' },
    { membershipType: 'PREMIUM', barcode: 4_006_381 },
    { membershipType: 'PREMIUM', agreementNumber: '2024-00317' },
  ])('a membership of which only %j is answered is one', async (membership) => {
    platform.fault = () => ({ status: 200, body: { ...lena.account, membership } });
    const answer = await readAccount(gym, { accountId: 'a-1', urgency: 'interactive' });
    expect(answer.ok && answer.value.membership).toBeTruthy();
  });

  test('ids are read as text, also where they are sent as numbers', async () => {
    platform.fault = () => ({ status: 200, body: [{ id: 17, name: 'Introduction', targetId: 4 }] });
    expect(await listTasks(gym, null)).toMatchObject({ value: { items: [{ id: '17', targetId: '4' }] } });
  });

  test.each([
    ['fieldErrors', { fieldErrors: [{ name: 'email', message: 'is taken' }] }],
    ['errors', { errors: [{ name: 'email', message: 'is taken' }] }],
    ['errors as a framework writes them', { errors: [{ field: 'email', defaultMessage: 'is taken' }, 'more'] }],
  ])('the refused fields may be listed under %s', async (_, said) => {
    platform.fault = () => ({ status: 400, body: { errorCode: 'invalidArguments', ...said } });
    expect(problemOf(await patchAccount(gym, { accountId: 'a-1', change: {} }))).toMatchObject({
      fieldErrors: { email: 'is taken' },
    });
  });

  test('a general 403 counts as a refused key only where the platform refuses every request with it', async () => {
    platform.fault = ({ path }) => (path.includes('/rfid/') ? refuse('forbiddenAction') : null);
    expect(problemOf(await findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' }))).toMatchObject({
      isOfKey: false,
    });
    platform.fault = () => refuse('forbiddenAction');
    expect(problemOf(await findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' }))).toMatchObject({
      isOfKey: true,
    });
    platform.fault = ({ path }) => (path.includes('/rfid/') ? refuse('forbiddenAction') : { status: 503 });
    expect(problemOf(await findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' }))).toMatchObject({
      status: 503,
    });
  });
});

test('the clock of a platform without limit headers on lists is learned from them again after a step', async () => {
  let steppedMs = 0;
  const clock = () => Date.now() + steppedMs;
  gym = createGymClient({ url: platform.url, apiKey: platform.apiKey, clock });
  platform.tellsLimit = true;
  await readAccount(gym, { accountId: 'a-1', urgency: 'background' });
  expect(gym.readPlatformTime()).toBeDefined();
  steppedMs = 10_000;
  expect(gym.readPlatformTime()).toBeUndefined();
  platform.tellsLimit = false;
  await ping(gym);
  expect(gym.readPlatformTime()).toBeDefined();
});

describe('a platform that compares card numbers exactly, and has one in lower case', () => {
  const ask = () => findAccountByRfid(gym, { rfid: '0x04AB', urgency: 'interactive' });
  const asked = () => platform.requests.map(({ path }) => path.split('/').at(-1));

  beforeEach(() => {
    platform.comparesCardsExactly = true;
    platform.members.splice(0, 1, { ...lena, rfids: ['0x04ab'] });
  });

  test('finds the member by the second request', async () => {
    expect(await ask()).toMatchObject({ ok: true, value: lena.account });
    expect(asked()).toEqual(['0x04AB', '0x04ab']);
  });

  test('is asked twice by several people who scan the same card at once, and at the time of the first request', async () => {
    let now = 1_000;
    gym = createGymClient({ url: platform.url, apiKey: platform.apiKey, clock: () => now });
    platform.fault = () => {
      now += 1_000;
      return null;
    };
    const answers = await Promise.all([ask(), ask()]);
    expect(answers).toMatchObject([1, 2].map(() => ({ ok: true, askedAt: new Date(1_000) })));
    expect(asked()).toEqual(['0x04AB', '0x04ab']);
  });

  test('has no time of its own for the second request: without an answer the card is not unknown', async () => {
    const [deadline, started] = [new AbortController(), vi.fn(() => deadline.signal)];
    gym = createGymClient({ url: platform.url, apiKey: platform.apiKey, startDeadline: started });
    platform.fault = ({ path }) => {
      if (path.endsWith('AB')) return null;
      deadline.abort();
      return 'silence';
    };
    expect(problemOf(await ask())).toEqual({ kind: 'timeout' });
    expect([asked(), started.mock.calls]).toEqual([['0x04AB', '0x04ab'], [[1_500]]]);
  });

  test('gets the second request only within its limit: without a place the card is not unknown', async () => {
    const [deadline, limiter] = [new AbortController(), createRateLimiter({ now: () => 0, capacity: 1 })];
    const enter: RateLimiter['enter'] = (urgency, signal) => {
      const place = limiter.enter(urgency, signal);
      if (platform.requests.length === 1) deadline.abort();
      return place;
    };
    const startDeadline = () => deadline.signal;
    const rateLimiter = { ...limiter, enter };
    gym = createGymClient({ url: platform.url, apiKey: platform.apiKey, rateLimiter, startDeadline });
    expect(problemOf(await ask())).toEqual({ kind: 'busy' });
    expect(asked()).toEqual(['0x04AB']);
  });

  test('is reported once a look-up', async () => {
    const reported: unknown[] = [];
    const onAnswer = async (operation: string, problem: ApiProblem | null) => void reported.push([operation, problem]);
    gym = createGymClient({ url: platform.url, apiKey: platform.apiKey, onAnswer });
    await ask();
    expect(reported).toEqual([['getByRfid', null]]);
  });
});
