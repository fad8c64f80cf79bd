import { afterEach, expect, test } from 'vitest';
import { readAnswer } from '#platform/testing/client.ts';
import { gymClientOf } from '#platform/testing/gym-client.ts';
import { createMember } from '#platform/testing/members.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();
afterEach(async () => {
  await platform.app.request('/sandbox/faults', { method: 'DELETE' });
});

const setFaults = (faults: unknown, address?: string) =>
  platform.app.request(
    '/sandbox/faults',
    { method: 'PUT', body: JSON.stringify(faults), headers: { 'content-type': 'application/json' } },
    address ? { incoming: { socket: { remoteAddress: address } } } : undefined,
  );
const list = async ({ apiKey }: TestGym) =>
  readAnswer(await platform.app.request('/api/v2/accounts', { headers: { 'x-api-key': apiKey } }));

test('a simulated status is returned in the envelope until the faults end', async () => {
  const gym = await platform.newGym();
  expect((await setFaults({ status: 503 })).status).toBe(200);
  expect(await list(gym)).toMatchObject({ status: 503, body: { status: 503, errorCode: 'internalServerError' } });
  await setFaults({ status: 429 });
  expect(await list(gym)).toMatchObject({ status: 429, body: { errorCode: 'tooManyRequests' } });
  await platform.app.request('/sandbox/faults', { method: 'DELETE' });
  expect((await list(gym)).status).toBe(200);
});

test('a simulated body is returned with 200 if no status is set, and nothing is executed', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  await setFaults({ body: { nonsense: true }, operations: ['checkin'] });
  const response = await platform.app.request(`/api/v2/accounts/${accountId}/checkins`, {
    method: 'POST',
    body: '{}',
    headers: { 'x-api-key': gym.apiKey, 'content-type': 'application/json' },
  });
  expect(await readAnswer(response)).toMatchObject({ status: 200, body: { nonsense: true } });
  expect(await platform.rows('SELECT * FROM visits WHERE account_id = $1', [accountId])).toEqual([]);
});

test('other operations than the selected ones are unaffected', async () => {
  const gym = await platform.newGym();
  await setFaults({ status: 500, operations: ['getByRfid'] });
  expect((await list(gym)).status).toBe(200);
  const found = await platform.app.request('/api/v2/accounts/rfid/0xAB', { headers: { 'x-api-key': gym.apiKey } });
  expect(found.status).toBe(500);
});

test('a delayed request is executed although its response is late', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  await setFaults({ delayMs: 300 });
  const startedAt = performance.now();
  expect((await gym.ask('checkin', { path: { accountId }, body: {} })).status).toBe(204);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(290);
  expect(await platform.rows('SELECT * FROM visits WHERE account_id = $1', [accountId])).toHaveLength(1);
});

test('version 1 fails in its own error format, and only where requested', async () => {
  const gym = await platform.newGym();
  await setFaults({ interface: 'v1', status: 503, operations: ['alive'] });
  expect(await gym.askV1('alive')).toMatchObject({ status: 503, body: { error: 503 } });
  expect(await gymClientOf(platform.app, gym, '/gymapi/v1')('alive')).toMatchObject({ status: 503 });
  expect((await gym.askV1('listTasks')).status).toBe(200);
  expect((await list(gym)).status).toBe(200);
  await setFaults({ interface: 'v2', status: 503 });
  expect((await gym.askV1('alive')).status).toBe(204);
  expect((await list(gym)).status).toBe(503);
});

test('the data export fails in its own error format, and only where requested', async () => {
  const gym = await platform.newGym();
  await setFaults({ interface: 'export', status: 503, operations: ['getOptedOutUsersExport'] });
  const { status, body } = await gym.askExport('getOptedOutUsersExport');
  expect([status, Object.keys(body)]).toEqual([503, ['message']]);
  expect((await gym.askV1('alive')).status).toBe(204);
  expect((await list(gym)).status).toBe(200);
  await setFaults({ interface: 'export', status: 503, operations: ['createAsyncExportJob'] });
  expect((await gym.askExport('getOptedOutUsersExport')).status).toBe(200);
  await setFaults({ interface: 'v1', status: 503 });
  expect((await gym.askExport('getOptedOutUsersExport')).status).toBe(200);
});

test('a fault without a body has none, even if one is set', async () => {
  const gym = await platform.newGym();
  await setFaults({ interface: 'v1', status: 204, body: { nonsense: true }, operations: ['listTasks'] });
  const response = await platform.app.request(`/v1/task?gymId=${gym.legacyGymId}`, {
    headers: { 'x-access-token': gym.accessToken },
  });
  expect([response.status, await response.text()]).toEqual([204, '']);
});

test('an invalid fault is refused', async () => {
  expect((await setFaults({ delayMs: -1 })).status).toBe(400);
  expect((await setFaults({ operations: ['openTheDoor'] })).status).toBe(400);
  expect((await setFaults({ operations: ['alive'] })).status).toBe(400);
  expect((await setFaults({ interface: 'v1', operations: ['checkin'] })).status).toBe(400);
  expect((await setFaults({ interface: 'export', operations: ['alive'] })).status).toBe(400);
  expect((await setFaults({ interface: 'v3' })).status).toBe(400);
});

test('the switches do not exist for other machines, or outside the sandbox', async () => {
  expect((await setFaults({ status: 500 }, '10.1.2.3')).status).not.toBe(200);
  const plain = openProcess(platform);
  expect((await plain.request('/sandbox/faults', { method: 'DELETE' })).status).toBe(404);
  expect((await plain.request('/sandbox/outage', { method: 'PUT' })).status).toBe(404);
});
