import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { FaultRule } from '#platform/services/sandbox/fault-rule.ts';
import { readAnswer } from '#platform/testing/client.ts';
import { exportClientOf } from '#platform/testing/export-client.ts';
import { gymClientOf } from '#platform/testing/gym-client.ts';
import { createMember, newMember } from '#platform/testing/members.ts';
import { clientOf } from '#platform/testing/membership-client.ts';
import { openProcess, openSandboxProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { endFaults, setFault } from '#platform/testing/sandbox.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();

/** A process of a sandbox, with the log that all of them share. */
function openSandbox(options: Parameters<typeof openProcess>[1] = {}) {
  const app = openSandboxProcess(platform, options);
  const read = async (path: string) => readAnswer(await app.request(`/sandbox/${path}`));
  const logOf = async ({ gymId }: TestGym, query = '') =>
    (await read(`requests?gymId=${gymId}${query}`)).body.requests as Record<string, unknown>[];
  return { app, read, logOf };
}

const keyIdOf = ({ apiKey }: TestGym) => apiKey.split('_')[1];

test('a request is logged with its operation, key, status, duration and request id', async () => {
  const { app, logOf } = openSandbox();
  const gym = await platform.newGym();
  const { headers } = await clientOf(app, gym.apiKey)('listAccounts', { query: { limit: 5 } });
  expect(await logOf(gym)).toEqual([
    {
      number: expect.any(Number),
      requestId: headers.get('x-request-id'),
      at: expect.any(String),
      interface: 'v2',
      operation: 'listAccounts',
      method: 'GET',
      path: '/api/v2/accounts?limit=5',
      credential: keyIdOf(gym),
      gymId: gym.gymId,
      status: 200,
      durationMs: expect.any(Number),
      fault: null,
      hasClientLeft: false,
      refusal: null,
    },
  ]);
});

test('a refusal is logged with its code, its message and its fields', async () => {
  const { app, logOf } = openSandbox();
  const gym = await platform.newGym();
  const { body } = await clientOf(app, gym.apiKey)('publishAccount', { body: newMember({ email: 'no address' }) });
  const [{ name, message } = { name: '', message: '' }] = body.fieldErrors;
  expect(await logOf(gym)).toMatchObject([
    {
      status: 400,
      refusal: { errorCode: 'invalidArguments', message: body.message, fieldErrors: [{ name, message }] },
    },
  ]);
  expect(name).toBe('email');
});

test('a refusal that is too long to be kept whole still has its code, its message and its fields', async () => {
  const { app, logOf } = openSandbox();
  const gym = await platform.newGym();
  await clientOf(app, gym.apiKey)('publishAccount', { body: newMember({ firstName: 'x'.repeat(9_000) }) });
  const fieldErrors = [{ name: 'firstName', message: expect.any(String) }];
  expect(await logOf(gym)).toMatchObject([{ status: 400, refusal: { errorCode: 'invalidArguments', fieldErrors } }]);
});

test('versions 1 and the data export are logged, with the number of the gym or the key', async () => {
  const { app, logOf } = openSandbox();
  const gym = await platform.newGym();
  await gymClientOf(app, gym)('alive');
  await gymClientOf(app, gym, '/gymapi/v1')('listTasks');
  await exportClientOf(app, gym.apiKey)('getOptedOutUsersExport');
  expect(await logOf(gym)).toMatchObject([
    { interface: 'export', operation: 'getOptedOutUsersExport', credential: keyIdOf(gym) },
    { interface: 'v1', operation: 'listTasks', credential: String(gym.legacyGymId) },
    { interface: 'v1', operation: 'alive', credential: String(gym.legacyGymId), status: 204 },
  ]);
});

test('requests without a key, with an unknown one, and to an unknown path are logged too', async () => {
  const { app, read } = openSandbox();
  const keyId = 'abcdefghij';
  await app.request('/api/v2/accounts', { headers: { 'x-api-key': `fdk_${keyId}_${'a'.repeat(32)}` } });
  expect((await read(`requests?key=${keyId}`)).body.requests).toMatchObject([
    { status: 403, gymId: null, operation: 'listAccounts', refusal: { errorCode: 'forbiddenAction' } },
  ]);
  const { headers } = await app.request('/api/v2/nothing');
  expect((await read(`requests/${headers.get('x-request-id')}`)).body).toMatchObject({
    status: 401,
    credential: null,
    operation: null,
    refusal: { errorCode: 'unauthorized' },
  });
});

test('bodies are shown with their personal values masked, or as they were on demand', async () => {
  const { app, read } = openSandbox();
  const gym = await platform.newGym();
  const member = newMember();
  const { headers, body } = await clientOf(app, gym.apiKey)('publishAccount', { body: member });
  const requestId = headers.get('x-request-id');
  const masked = await read(`requests/${requestId}`);
  expect(masked.body).toMatchObject({
    showsPersonal: false,
    requestBody: { email: '•••', lastName: '•••', membership: { membershipType: 'BASIC', membershipId: '•••' } },
    answerBody: { accountId: body.accountId },
  });
  const shown = await read(`requests/${requestId}?personal=shown`);
  expect(shown.body).toMatchObject({ showsPersonal: true, requestBody: member, answerBody: body });
  expect(JSON.stringify(masked.body)).not.toContain(member.email);
});

test('a personal value in the path is masked, in the response of a refusal too', async () => {
  const { app, logOf, read } = openSandbox();
  const gym = await platform.newGym();
  const { headers } = await clientOf(app, gym.apiKey)('getByEmail', { path: { email: 'lena@example.org' } });
  const { body } = await read(`requests/${headers.get('x-request-id')}`);
  expect(body.answerBody).toMatchObject({ path: '/api/v2/accounts/email/•••' });
  expect(await logOf(gym)).toMatchObject([{ path: '/api/v2/accounts/email/•••', status: 404 }]);
  expect(await logOf(gym, '&personal=shown')).toMatchObject([{ path: '/api/v2/accounts/email/lena%40example.org' }]);
});

test('the log is filtered by key, status and operation, and read page by page', async () => {
  const { app, logOf, read } = openSandbox();
  const gym = await platform.newGym();
  const ask = clientOf(app, gym.apiKey);
  await ask('listAccounts');
  await ask('retrieveAccount', { path: { accountId: randomUUID() } });
  await clientOf(app, await platform.newKey(gym, ['visits']))('listAccounts');
  const operationsAt = async (query: string) => (await logOf(gym, query)).map(({ status }) => status);
  expect(await operationsAt('&operation=listAccounts')).toEqual([403, 200]);
  expect(await operationsAt('&status=4xx')).toEqual([403, 404]);
  expect(await operationsAt('&status=404')).toEqual([404]);
  expect(await operationsAt('&status=none')).toEqual([]);
  expect(await operationsAt('&interface=v1')).toEqual([]);
  expect(await operationsAt(`&key=${keyIdOf(gym)}`)).toEqual([404, 200]);
  const [newest] = await logOf(gym, '&limit=1');
  expect(newest).toMatchObject({ status: 403 });
  expect(await operationsAt(`&limit=1&before=${newest?.number}`)).toEqual([404]);
  expect(await read('requests?state=404')).toMatchObject({ status: 400, body: { fieldErrors: [{ name: 'state' }] } });
  expect(await read('requests?status=9')).toMatchObject({ status: 400, body: { fieldErrors: [{ name: 'status' }] } });
  expect(await read('requests?key=%00&operation=%00')).toMatchObject({
    status: 400,
    body: { fieldErrors: [{ name: 'operation' }, { name: 'key' }] },
  });
});

test('what one process logs, another one shows', async () => {
  const [one, other] = [openSandbox(), openSandbox()];
  const gym = await platform.newGym();
  await clientOf(one.app, gym.apiKey)('listAccounts');
  await until(async () => expect(await other.logOf(gym)).toHaveLength(1));
});

test('a request that a rule of the sandbox touches is logged with what the rule did', async () => {
  const { app, logOf } = openSandbox();
  const gym = await platform.newGym();
  const checkIn = async (rule: FaultRule) => {
    await setFault(platform, { gymId: gym.gymId, operations: ['checkin'], ...rule });
    await app.request(`/api/v2/accounts/${await createMember(gym)}/checkins`, {
      method: 'POST',
      body: '{}',
      headers: { 'x-api-key': gym.apiKey, 'content-type': 'application/json' },
    });
  };
  await checkIn({ status: 503 });
  await checkIn({ drop: 'before' });
  await checkIn({ drop: 'after' });
  await endFaults(platform);
  expect(await logOf(gym)).toMatchObject([
    { fault: 'droppedAfter', status: null, hasClientLeft: false, refusal: null },
    { fault: 'droppedBefore', status: null, hasClientLeft: false, refusal: null },
    { fault: 'answered', status: 503, refusal: { errorCode: 'internalServerError' } },
  ]);
  expect(await logOf(gym, '&status=none')).toHaveLength(2);
});

test('a response in the other dialect is logged as it is sent', async () => {
  const { app, read } = openSandbox({ dialect: 'other' });
  const gym = await platform.newGym();
  const response = await app.request('/api/v2/products', { headers: { 'x-api-key': gym.apiKey } });
  const sent = await response.json();
  const { body } = await read(`requests/${response.headers.get('x-request-id')}?personal=shown`);
  expect(body.answerBody).toEqual(sent);
});

test('a body that cannot be stored as it is does not lose the request', async () => {
  const { app, logOf } = openSandbox();
  const gym = await platform.newGym();
  const send = (body: string) =>
    app.request('/api/v2/tasks', {
      method: 'POST',
      body,
      headers: { 'x-api-key': gym.apiKey, 'content-type': 'application/json' },
    });
  await send('{"a":"\u0000"}');
  await send(`{"a":"${'😀'.repeat(10_000)}"}`);
  await send('{"a":"\\ud83d\\u0000"}');
  expect(await logOf(gym)).toHaveLength(3);
});

test('a request for an id that is none, or that is not logged, is not found', async () => {
  const { read } = openSandbox();
  expect((await read('requests/none')).status).toBe(404);
  expect((await read(`requests/${randomUUID()}`)).status).toBe(404);
});

test('the log does not exist for other machines, or outside a sandbox', async () => {
  const gym = await platform.newGym();
  const { app } = openSandbox();
  const fromElsewhere = { incoming: { socket: { remoteAddress: '10.1.2.3' } } };
  expect((await app.request('/sandbox/requests', {}, fromElsewhere)).status).not.toBe(200);
  const plain = openProcess(platform);
  await clientOf(plain, gym.apiKey)('listAccounts');
  expect((await plain.request('/sandbox/requests')).status).toBe(404);
  expect(await openSandbox().logOf(gym)).toEqual([]);
});
