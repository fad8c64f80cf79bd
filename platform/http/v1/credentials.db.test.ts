import { expect, test } from 'vitest';
import { gymClientOf } from '#platform/testing/gym-client.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

test('the token of a gym is accepted at both addresses of the sandbox', async () => {
  const gym = await platform.newGym();
  expect((await gym.askV1('alive')).status).toBe(204);
  expect((await gymClientOf(platform.app, gym, '/gymapi/v1')('alive')).status).toBe(204);
});

test.each([
  ['no token', () => ({ accessToken: undefined })],
  ['no gym', () => ({ legacyGymId: undefined })],
  ['another gym’s token', async () => ({ accessToken: (await platform.newGym()).accessToken })],
  ['another gym’s number', async () => ({ legacyGymId: (await platform.newGym()).legacyGymId })],
  ['a key of version 2', async () => ({ accessToken: (await platform.newGym()).apiKey })],
])('%s is 401 with the two fields of an error', async (_, wrong) => {
  const gym = await platform.newGym();
  const { status, body } = await gymClientOf(platform.app, { ...gym, ...(await wrong()) })('alive');
  expect(status).toBe(401);
  expect(Object.keys(body)).toEqual(['error', 'errorText']);
});

test.each(['abc', '-1', '0', '99999999999', '1.5', '2001 OR 1=1'])('gymId %s is 401', async (gymId) => {
  const gym = await platform.newGym();
  expect((await gym.askV1('alive', { query: { gymId } })).status).toBe(401);
});

test('an unknown path is 404 and a wrong method 405 with Allow, in this interface’s error format', async () => {
  const gym = await platform.newGym();
  const address = (path: string) => `/v1${path}?gymId=${gym.legacyGymId}`;
  const headers = { 'x-access-token': gym.accessToken };
  const missing = await platform.app.request(address('/nothing'), { headers });
  expect(missing.status).toBe(404);
  expect(await missing.json()).toMatchObject({ error: 404 });
  const wrongMethod = await platform.app.request(address('/alive'), { headers });
  expect(wrongMethod.status).toBe(405);
  expect(wrongMethod.headers.get('allow')).toBe('POST');
  expect(await wrongMethod.json()).toMatchObject({ error: 405 });
});

test('the token has a rate limit of its own, of the same size as a key’s', async () => {
  const gym = await platform.newGym();
  const statuses: number[] = [];
  for (let i = 0; i < 61; i += 1) statuses.push((await gym.askV1('alive')).status);
  expect(statuses).toEqual([...Array(60).fill(204), 429]);
  expect((await gym.ask('getTasks')).status).toBe(200);
});
