import { expect, test } from 'vitest';
import { operations } from '#contracts/export/operations.ts';
import { permissions } from '#contracts/v2/operations.ts';
import { exportClientOf } from '#platform/testing/export-client.ts';
import { exportOperationIds, sampleExport } from '#platform/testing/export-samples.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();
const withKey = (apiKey: string | undefined) => exportClientOf(platform.app, apiKey);

test.each(exportOperationIds)('%s accepts a valid request with an export key', async (operation) => {
  const { gym, requests } = await sampleExport(platform);
  const mayOnlyExport = await platform.newKey(gym, ['export']);
  const { status } = await withKey(mayOnlyExport)(operation, requests[operation]);
  expect(status).toBe(operations[operation].success);
});

test.each(exportOperationIds)('%s is 401 without a key and with an unknown one', async (operation) => {
  const { gym, requests } = await sampleExport(platform);
  const last = gym.apiKey.endsWith('a') ? 'b' : 'a';
  const wrong = [
    undefined,
    '',
    ' ',
    'nonsense',
    `${gym.apiKey.slice(0, -1)}${last}`,
    `${gym.apiKey}x`,
    gym.accessToken,
  ];
  wrong.push('fdk_aaaaaaaaaa_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', `Bearer ${gym.apiKey}`, 'ü'.repeat(200));
  for (const key of wrong) {
    const { status, body } = await withKey(key)(operation, requests[operation]);
    expect([key, status, Object.keys(body)]).toEqual([key, 401, ['message']]);
  }
});

test.each(exportOperationIds)('%s is 401 with a revoked key', async (operation) => {
  const { gym, requests } = await sampleExport(platform);
  await platform.rows('UPDATE api_keys SET revoked_at = $2 WHERE gym_id = $1', [gym.gymId, platform.time.now]);
  expect((await gym.askExport(operation, requests[operation])).status).toBe(401);
});

test.each(exportOperationIds)('%s is 403 with a key that has every permission except export', async (operation) => {
  const { gym, requests } = await sampleExport(platform);
  const others = permissions.filter((permission) => permission !== 'export');
  const { status, body } = await withKey(await platform.newKey(gym, others))(operation, requests[operation]);
  expect([status, body.message]).toEqual([403, 'The key lacks the permission "export".']);
});

test('the key is checked first: even for a missing path and for an invalid request', async () => {
  const statuses = [];
  for (const path of ['/nothing', '/analytics?startDate=x', '/async/jobs/x', '/opted-out-users/', '']) {
    statuses.push((await platform.app.request(`/api/v1/data${path}`)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
});

test('the key has one rate limit for the export and for version 2', async () => {
  const { gym } = await sampleExport(platform);
  const key = await platform.newKey(gym);
  const statuses: number[] = [];
  for (let turn = 0; turn < 62; turn += 1) {
    const ask = turn % 2 === 0 ? withKey(key)('getOptedOutUsersExport') : platform.askWith(key)('listAccounts');
    statuses.push((await ask).status);
  }
  expect(statuses).toEqual([...Array(60).fill(200), 429, 429]);
  const refused = await withKey(key)('getOptedOutUsersExport');
  expect([refused.headers.get('x-ratelimit-remaining'), refused.body.message]).toEqual(['0', expect.any(String)]);
});
