import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { FaultRule } from '#platform/services/sandbox/fault-rule.ts';
import { faultPresets } from '#platform/services/sandbox/faults/presets.ts';
import { readAnswer } from '#platform/testing/client.ts';
import { gymClientOf } from '#platform/testing/gym-client.ts';
import { createMember } from '#platform/testing/members.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { askSandbox, endFaults, setFault } from '#platform/testing/sandbox.ts';

const platform = startTestPlatform();
afterEach(() => endFaults(platform));

const set = (rule: FaultRule, name?: string) => setFault(platform, rule, name);
const list = async ({ apiKey }: Pick<TestGym, 'apiKey'>) =>
  readAnswer(await platform.app.request('/api/v2/accounts', { headers: { 'x-api-key': apiKey } }));
const visitsOf = (accountId: string) => platform.rows('SELECT FROM visits WHERE account_id = $1', [accountId]);

describe('an answer', () => {
  test('with a status is in the envelope, names its rule, and is sent until the rule is removed', async () => {
    const gym = await platform.newGym();
    await set({ status: 503 }, 'busy');
    const answer = await list(gym);
    expect(answer).toMatchObject({ status: 503, body: { status: 503, errorCode: 'internalServerError' } });
    expect(answer.headers.get('x-sandbox-fault')).toBe('busy');
    await set({ status: 429 }, 'busy');
    expect(await list(gym)).toMatchObject({ status: 429, body: { errorCode: 'tooManyRequests' } });
    expect((await askSandbox(platform, '/faults/busy', { method: 'DELETE' })).status).toBe(204);
    expect((await list(gym)).status).toBe(200);
  });

  test('with a body has status 200 if no status is set, and nothing is executed', async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    const body = { nonsense: '\u0000' };
    await set({ body, operations: ['checkin'] });
    const response = await platform.app.request(`/api/v2/accounts/${accountId}/checkins`, {
      method: 'POST',
      body: '{}',
      headers: { 'x-api-key': gym.apiKey, 'content-type': 'application/json' },
    });
    expect(await readAnswer(response)).toMatchObject({ status: 200, body });
    expect(await visitsOf(accountId)).toEqual([]);
  });

  test('without a body by its status has none, even if one is set', async () => {
    const gym = await platform.newGym();
    await set({ interface: 'v1', status: 204, body: { nonsense: true }, operations: ['listTasks'] });
    const response = await platform.app.request(`/v1/task?gymId=${gym.legacyGymId}`, {
      headers: { 'x-access-token': gym.accessToken },
    });
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  test('has the headers of a rule, a real one too', async () => {
    const gym = await platform.newGym();
    await set({ status: 503, headers: { 'Retry-After': '7', 'content-type': 'text/html' }, body: '<p>' });
    const response = await platform.app.request('/api/v2/products', { headers: { 'x-api-key': gym.apiKey } });
    expect(await response.text()).toBe('<p>');
    expect([response.headers.get('retry-after'), response.headers.get('content-type')]).toEqual(['7', 'text/html']);
    await endFaults(platform);
    await set({ headers: { 'X-RateLimit-Remaining': '0' } });
    const real = await list(gym);
    expect([real.status, real.headers.get('x-ratelimit-remaining')]).toEqual([200, '0']);
  });

  test('that is delayed comes late, and the request is executed', async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    await set({ delayMs: 300 });
    const startedAt = performance.now();
    expect((await gym.ask('checkin', { path: { accountId }, body: {} })).status).toBe(204);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290);
    expect(await visitsOf(accountId)).toHaveLength(1);
  });
});

describe('a rule concerns', () => {
  test('every request outside the sandbox if nothing limits it, even one without a key', async () => {
    await set({ status: 503 });
    for (const path of ['/health', '/console/sign-in', '/api/v2/accounts', '/v1/alive', '/nowhere']) {
      expect((await platform.app.request(path)).status, path).toBe(503);
    }
  });

  test('an operation', async () => {
    const gym = await platform.newGym();
    await set({ status: 500, operations: ['getByRfid'] });
    expect((await list(gym)).status).toBe(200);
    const found = await platform.app.request('/api/v2/accounts/rfid/0xAB', { headers: { 'x-api-key': gym.apiKey } });
    expect(found.status).toBe(500);
  });

  test('an interface, and is answered in its error format', async () => {
    const gym = await platform.newGym();
    await set({ interface: 'v1', status: 503, operations: ['alive'] });
    expect(await gym.askV1('alive')).toMatchObject({ status: 503, body: { error: 503 } });
    expect(await gymClientOf(platform.app, gym, '/gymapi/v1')('alive')).toMatchObject({ status: 503 });
    expect((await gym.askV1('listTasks')).status).toBe(200);
    expect((await list(gym)).status).toBe(200);
    await set({ interface: 'export', status: 503, operations: ['getOptedOutUsersExport'] });
    const { status, body } = await gym.askExport('getOptedOutUsersExport');
    expect([status, Object.keys(body)]).toEqual([503, ['message']]);
    expect((await gym.askV1('alive')).status).toBe(204);
    await set({ interface: 'v2', status: 503 });
    expect([(await gym.askV1('alive')).status, (await list(gym)).status]).toEqual([204, 503]);
  });

  test('a key, a gym, or both', async () => {
    const [one, other] = [await platform.newGym(), await platform.newGym()];
    const second = await platform.newKey(one);
    const keyId = second.split('_')[1];
    await set({ keyId, status: 500 });
    const statuses = async () =>
      Promise.all([one, { apiKey: second }, other].map(async (key) => (await list(key)).status));
    expect(await statuses()).toEqual([200, 500, 200]);
    await set({ gymId: one.gymId, status: 502 });
    expect(await statuses()).toEqual([502, 502, 200]);
    expect([(await one.askV1('alive')).status, (await one.askExport('getOptedOutUsersExport')).status]).toEqual([
      502, 502,
    ]);
    expect([(await other.askV1('alive')).status]).toEqual([204]);
    const capitals = await askSandbox(platform, '/faults/test', {
      method: 'PUT',
      body: { gymId: one.gymId.toUpperCase(), status: 504 },
    });
    expect([(await capitals.json()).gymId, ...(await statuses())]).toEqual([one.gymId, 504, 504, 200]);
    await set({ keyId, gymId: other.gymId, status: 502 });
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  test('as many requests as it says, in all processes together', async () => {
    const gym = await platform.newGym();
    await set({ status: 500, times: 3 });
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => list(gym)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 500)).toHaveLength(3);
    const { rules } = await (await askSandbox(platform, '/faults')).json();
    expect(rules).toMatchObject([{ status: 500, times: 3, timesLeft: 0 }]);
    await set({ status: 500, times: 1 });
    expect([(await list(gym)).status, (await list(gym)).status]).toEqual([500, 200]);
  });

  test('a share of the requests', async () => {
    const draws = [0.29, 0.31].map((drawn) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(Math.floor(drawn * 2 ** 32));
      return bytes;
    });
    const ids = { ...platform.sandbox.ids, bytes: () => draws.shift() ?? Buffer.alloc(4) };
    await set({ status: 503, probability: 0.3 });
    const app = openProcess(platform, { sandbox: { ...platform.sandbox, ids } });
    const statuses = [(await app.request('/health')).status, (await app.request('/health')).status];
    expect(statuses).toEqual([503, 200]);
  });
});

test('several rules apply at once: delays add up, and the first that answers decides', async () => {
  const gym = await platform.newGym();
  await set({ delayMs: 150 }, 'slow');
  await set({ delayMs: 150, operations: ['listAccounts'] }, 'slower');
  await set({ status: 500, operations: ['listAccounts'] }, 'failing');
  await set({ status: 502, times: 1 }, 'unused');
  const startedAt = performance.now();
  expect((await list(gym)).status).toBe(500);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290);
  const { rules, presets } = await (await askSandbox(platform, '/faults')).json();
  expect(rules.map(({ name }: { name: string }) => name)).toEqual(['slow', 'slower', 'failing', 'unused']);
  expect(rules[3]).toEqual({ name: 'unused', status: 502, times: 1, timesLeft: 1 });
  expect(presets).toEqual(faultPresets);
});

describe('a dropped connection', () => {
  let server: ReturnType<typeof createAdaptorServer>;
  const address = { url: '' };
  beforeAll(async () => {
    server = createAdaptorServer({ fetch: platform.app.fetch });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // safe because: it listens on TCP
  });
  afterAll(() => void server.close());
  /** The code of the error, or the status of an answer. */
  const post = (path: string, apiKey: string) =>
    new Promise((resolve) => {
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
      http
        .request(address.url + path, { method: 'POST', headers }, ({ statusCode }) => resolve(statusCode))
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
        .end('{}');
    });

  test('is closed before the request took effect, or after', async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    const path = `/api/v2/accounts/${accountId}/checkins`;
    await set({ drop: 'before' });
    expect(await post(path, gym.apiKey)).toBe('ECONNRESET');
    expect(await visitsOf(accountId)).toHaveLength(0);
    await set({ drop: 'after' });
    expect(await post(path, gym.apiKey)).toBe('ECONNRESET');
    expect(await visitsOf(accountId)).toHaveLength(1);
    await set({ drop: 'after', gymId: gym.gymId });
    platform.time.now = new Date(platform.time.now.getTime() + 1_000);
    expect(await post(path, gym.apiKey)).toBe('ECONNRESET');
    expect(await visitsOf(accountId)).toHaveLength(2);
    await endFaults(platform);
    expect(await post(path, gym.apiKey)).toBe(204);
  });

  test('still leaves the sandbox’s own endpoints', async () => {
    await set({ drop: 'before' });
    expect(await fetch(`${address.url}/health`).catch((error) => error.cause.code)).toBe('UND_ERR_SOCKET');
    expect((await fetch(`${address.url}/sandbox/faults`, { method: 'DELETE' })).status).toBe(204);
    expect((await fetch(`${address.url}/health`)).status).toBe(200);
  });
});

test.each<[string, unknown, string[]]>([
  ['an unknown field', { status: 500, state: 1, onlyOnce: true }, ['state', 'onlyOnce']],
  ['an unknown interface', { interface: 'v3', status: 500 }, ['interface']],
  ['an unknown operation', { operations: ['alive', 'die'], status: 500 }, ['operations.1']],
  ['an operation of another interface', { interface: 'v1', operations: ['checkin'], status: 500 }, ['operations.0']],
  ['no operation', { operations: [], status: 500 }, ['operations']],
  ['a key that does not exist', { keyId: 'x', status: 500 }, ['keyId']],
  ['a key that cannot be stored', { keyId: '\u0000', status: 500 }, ['keyId']],
  ['a gym that does not exist', { gymId: 'de300000-0000-4000-8000-0000000000ff', status: 500 }, ['gymId']],
  ['a share beyond all', { status: 500, probability: 1.1 }, ['probability']],
  [
    'a header that cannot be sent',
    { headers: { 'a b': '1', 'content-length': '9', Trailer: 'y', x: 'a\nb' } },
    ['headers.a b', 'headers.content-length', 'headers.Trailer', 'headers.x'],
  ],
  ['an answer on a closed connection', { status: 500, drop: 'after' }, ['drop']],
  ['no effect', { operations: ['alive'] }, ['status']],
  ['several mistakes', { delayMs: -1, times: 0, drop: 'during' }, ['delayMs', 'times', 'drop']],
])('%s is refused by its name, and the rule is not set', async (_, rule, fields) => {
  const response = await askSandbox(platform, '/faults/wrong', { method: 'PUT', body: rule });
  const { errorCode, fieldErrors } = await response.json();
  expect([response.status, errorCode]).toEqual([400, 'invalidArguments']);
  expect(fieldErrors.map(({ name }: { name: string }) => name)).toEqual(fields);
  expect((await (await askSandbox(platform, '/faults')).json()).rules).toEqual([]);
});

test('a body that is no object is refused, and so is an unreadable name', async () => {
  expect((await askSandbox(platform, '/faults/wrong', { method: 'PUT', body: [] })).status).toBe(400);
  expect((await askSandbox(platform, '/faults/a%20b', { method: 'PUT', body: { status: 500 } })).status).toBe(404);
  expect((await askSandbox(platform, '/faults/a%20b', { method: 'DELETE' })).status).toBe(404);
});

test('outside a sandbox nothing exists below /sandbox, and a rule has no effect', async () => {
  await set({ status: 500 });
  const plain = openProcess(platform);
  for (const [path, method] of [
    ['/faults', 'GET'],
    ['/faults', 'DELETE'],
    ['/faults/down', 'PUT'],
    ['', 'GET'],
  ]) {
    expect((await plain.request(`/sandbox${path}`, { method })).status, `${method} ${path}`).toBe(404);
  }
  expect((await plain.request('/health')).status).toBe(200);
});
