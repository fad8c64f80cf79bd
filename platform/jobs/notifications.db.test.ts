import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { until } from '#shared/testing/until.ts';
import type { RunningJobs } from './start.ts';

const platform = startTestPlatform();
let jobs: RunningJobs;
beforeAll(async () => {
  // without sweeps, only the notification of the database can wake the worker
  jobs = await startTestJobs(platform, { sweepEveryMs: 3_600_000 });
});
afterAll(() => jobs.stop());

const deliveredIn = async (gym: TestGym) =>
  (
    await platform.rows<{ delivered_at: Date | null }>(
      'SELECT delivered_at FROM push_notifications WHERE chain_id = $1',
      [gym.chainId],
    )
  ).map(({ delivered_at }) => delivered_at?.toISOString());

test('a notification is accepted at once and delivered later', async () => {
  const gym = await platform.newGym();
  const path = { accountId: await createMember(gym) };
  await gym.ask('sendPushNotificationByAccountId', { path, body: { text: 'Welcome!' } });
  const delivered = platform.time.now.toISOString();
  await until(async () => expect(await deliveredIn(gym)).toEqual([delivered]));
});

test('concurrent notifications of many gyms are all delivered', async () => {
  const gyms = await Promise.all([1, 2, 3].map(() => platform.newGym()));
  await Promise.all(
    gyms.map(async (gym) => {
      const path = { accountId: await createMember(gym) };
      const body = { text: 'Welcome!' };
      await Promise.all([1, 2, 3, 4].map(() => gym.ask('sendPushNotificationByAccountId', { path, body })));
    }),
  );
  await until(async () => {
    for (const gym of gyms) expect((await deliveredIn(gym)).filter(Boolean)).toHaveLength(4);
  });
});

test('notifications accepted while no worker ran are delivered by the next one', async () => {
  const gym = await platform.newGym();
  await jobs.stop();
  try {
    const path = { accountId: await createMember(gym) };
    await gym.ask('sendPushNotificationByAccountId', { path, body: { text: 'Welcome!' } });
    expect(await deliveredIn(gym)).toEqual([undefined]);
  } finally {
    jobs = await startTestJobs(platform);
  }
  await until(async () => expect((await deliveredIn(gym)).filter(Boolean)).toHaveLength(1));
});
