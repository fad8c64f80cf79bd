import { afterEach, beforeEach, expect, test } from 'vitest';
import { newRequestContext, type RequestContext, runInContext } from '#lib/server/log/request-context.ts';
import { FakePlatform, refuse } from '#lib/testing/fake-platform.ts';
import { holdDeadlines } from '#lib/testing/hold-answer.ts';
import { findAccountByRfid, readAccount } from './accounts.ts';
import { createGymClient, type GymClient } from './gym-client.ts';

let platform: FakePlatform;
let gym: GymClient;

beforeEach(async () => {
  holdDeadlines();
  platform = await new FakePlatform().start();
  gym = createGymClient({ url: platform.url, apiKey: platform.apiKey });
});
afterEach(() => platform.stop());

const within = (context: RequestContext, ask: () => Promise<unknown>) => runInContext(context, ask);
const sent = () => platform.requests.map(({ requestId }) => requestId);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('the id of a request is sent with all its requests to a platform', async () => {
  const context = newRequestContext();
  platform.fault = ({ path }) => (path.endsWith('/a-1') ? refuse('forbiddenAction') : null);
  await within(context, () => readAccount(gym, { accountId: 'a-1', urgency: 'interactive' }));
  expect(sent()).toEqual([context.requestId, context.requestId]);
});

test('a request to a platform outside any context has its own id each time', async () => {
  await readAccount(gym, { accountId: 'a-1', urgency: 'background' });
  await readAccount(gym, { accountId: 'a-1', urgency: 'background' });
  expect(sent()).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)]);
  expect(new Set(sent()).size).toBe(2);
});

test('a refusal is recorded with its code and the platform’s request id', async () => {
  const context = newRequestContext();
  await within(context, () => findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' }));
  expect(context.problems).toEqual([
    {
      operation: 'getByRfid',
      kind: 'missing',
      status: 404,
      errorCode: 'notFound',
      platformRequestId: 'request-1',
    },
  ]);
});

test.each([
  [
    'a failure whose body is not of the interface',
    { status: 502, body: 'a page' },
    { because: 'failed', cause: 'failing', status: 502 },
  ],
  ['an answer that cannot be read', { status: 200, body: { lena: 1 } }, { because: 'unreadable', cause: 'foreign' }],
])('for %s, the id is read from the header', async (_, reply, told) => {
  const context = newRequestContext();
  platform.fault = () => ({ ...reply, headers: { 'x-request-id': 'gw-7' } });
  await within(context, () => findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' }));
  expect(context.problems).toEqual([
    { operation: 'getByRfid', kind: 'unavailable', ...told, platformRequestId: 'gw-7' },
  ]);
});

test('two requests that share a coalesced answer both record it, with the id it was sent with', async () => {
  const [first, second] = [newRequestContext(), newRequestContext()];
  platform.fault = () => ({ status: 503, afterMs: 20 });
  await Promise.all(
    [first, second].map((context) =>
      within(context, () => findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' })),
    ),
  );
  expect(sent()).toEqual([first.requestId]);
  const problem = { operation: 'getByRfid', kind: 'unavailable', because: 'failed', cause: 'failing', status: 503 };
  expect(first.problems).toEqual([problem]);
  expect(second.problems).toEqual([{ ...problem, sentAs: first.requestId }]);
});

test('a platform that does not answer is recorded without an id', async () => {
  const context = newRequestContext();
  await platform.stop();
  await within(context, () => findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' }));
  const lost = { because: 'unreachable', cause: 'refused', code: 'ECONNREFUSED' };
  expect(context.problems).toEqual([{ operation: 'getByRfid', kind: 'unavailable', ...lost }]);
});

test('a success is not recorded', async () => {
  const context = newRequestContext();
  platform.members.push({ account: { accountId: 'a-1' } });
  await within(context, () => readAccount(gym, { accountId: 'a-1', urgency: 'interactive' }));
  expect(context.problems).toEqual([]);
});

test('free text of a platform is never logged', async () => {
  const context = newRequestContext();
  const body = {
    errorCode: 'Lena Canary',
    requestId: 'lena canary',
    message: 'canary@example.com',
    metadata: { canary: '1' },
  };
  platform.fault = () => ({ status: 400, body });
  await within(context, () => findAccountByRfid(gym, { rfid: '0x04CANARY', urgency: 'interactive' }));
  expect(context.problems).toHaveLength(1);
  expect(JSON.stringify(context)).not.toMatch(/canary/i);
});
