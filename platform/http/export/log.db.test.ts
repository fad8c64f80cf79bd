import { expect, test } from 'vitest';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();
/** Text that no log line may contain. */
const canary = 'canary-4f1d';

test('a data request is one log line with its route, and without its parameters', async () => {
  const gym = await platform.newGym();
  const ask = (path: string) =>
    platform.app.request(`/api/v1/data/${path}?cursor=${canary}&startDate=${canary}`, {
      headers: { 'x-api-key': gym.apiKey },
    });
  await ask('opted-out-users');
  await ask(`async/jobs/${canary}`);
  await ask(canary);
  const lines = platform.logged.filter(({ gymId }) => gymId === gym.gymId);
  expect(lines.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', '/api/v1/data/opted-out-users', 200],
    ['GET', '/api/v1/data/async/jobs/:jobId', 404],
    ['GET', 'unknown', 404],
  ]);
  expect(JSON.stringify(platform.logged)).not.toContain(canary);
});

test('a download is one log line with its route, and without the secret link', async () => {
  platform.logged.length = 0;
  expect((await platform.app.request(`/exports/v1.${canary}?name=${canary}`)).status).toBe(404);
  expect(platform.logged).toMatchObject([{ method: 'GET', route: '/exports/:token', status: 404, msg: 'request' }]);
  expect(JSON.stringify(platform.logged)).not.toContain(canary);
});
