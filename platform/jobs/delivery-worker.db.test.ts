import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveriesOf, register, settled } from '#platform/testing/deliveries.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { startReceiver } from '#platform/testing/receiver.ts';
import { until } from '#shared/testing/until.ts';
import type { RunningJobs } from './start.ts';

const platform = startTestPlatform();
let jobs: RunningJobs;
beforeAll(async () => {
  jobs = await startTestJobs(platform);
});
afterAll(() => jobs.stop());

/** A receiver that never answers, and counts the requests that wait for it: one given up is sent again. */
async function startSilent() {
  const waiting = { now: 0, most: 0 };
  const receiver = await startReceiver((_, response) => {
    waiting.now += 1;
    waiting.most = Math.max(waiting.most, waiting.now);
    response.on('close', () => {
      waiting.now -= 1;
    });
  });
  return { receiver, waiting };
}

test('slow and dead receivers do not delay others', async () => {
  await jobs.stop();
  jobs = await startTestJobs(platform, { sweepEveryMs: 3_600_000 });
  const { receiver: slow, waiting } = await startSilent();
  const busy = await platform.newGym();
  await register(busy, slow);
  const path = { accountId: await createMember(busy) };
  const first = platform.time.now.getTime() - 10_000;
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => busy.ask('checkin', { path, body: { timestamp: first + index } })),
  );
  await until(() => expect(waiting.now).toBeGreaterThan(0));

  const receiver = await startReceiver();
  const gym = await platform.newGym();
  await register(gym, receiver);
  const accountId = await createMember(gym);
  await gym.ask('checkin', { path: { accountId }, body: {} });
  await until(() => expect(receiver.requests).toHaveLength(1));
  expect(waiting.most).toBeLessThanOrEqual(4);
  await platform.rows('DELETE FROM webhooks WHERE chain_id = $1', [busy.chainId]);
  await jobs.stop();
  jobs = await startTestJobs(platform);
});

test('a gym with sixty silent receivers does not delay the others', async () => {
  await jobs.stop();
  jobs = await startTestJobs(platform, { sweepEveryMs: 3_600_000 });
  const { receiver: silent, waiting } = await startSilent();
  const busy = await platform.newGym();
  const id = await register(busy, silent);
  // more than a gym may register, as one that had them before there was a limit
  await platform.rows(
    `INSERT INTO webhooks (chain_id, gym_id, url, secret, created_at, lane)
     SELECT chain_id, gym_id, url || '&n=' || n, secret, created_at, n % 20
     FROM webhooks, generate_series(1, 59) n WHERE webhook_id = $1`,
    [id],
  );
  const path = { accountId: await createMember(busy) };
  const first = platform.time.now.getTime() - 10_000;
  for (let n = 0; n < 4; n += 1) await busy.ask('checkin', { path, body: { timestamp: first + n } });
  await until(() => expect(waiting.now).toBe(80));

  const receiver = await startReceiver();
  const gym = await platform.newGym();
  await register(gym, receiver);
  const accountId = await createMember(gym);
  await gym.ask('checkin', { path: { accountId }, body: {} });
  await until(() => expect(receiver.requests).toHaveLength(1));
  expect(waiting.most).toBe(80);
  await platform.rows('DELETE FROM webhooks WHERE chain_id = $1', [busy.chainId]);
  await jobs.stop();
  jobs = await startTestJobs(platform);
});

test('events committed while no worker ran are sent by the next one', async () => {
  const receiver = await startReceiver();
  const gym = await platform.newGym();
  await register(gym, receiver);
  await jobs.stop();
  try {
    await gym.ask('checkin', { path: { accountId: await createMember(gym) }, body: {} });
    expect(await deliveriesOf(platform, gym)).toMatchObject([{ state: 'PENDING' }]);
  } finally {
    jobs = await startTestJobs(platform);
  }
  await settled(platform, gym, 'DELIVERED');
  expect(receiver.requests).toHaveLength(1);
});

test('events are sent after the database terminated the workers’ connections', async () => {
  const receiver = await startReceiver();
  const gym = await platform.newGym();
  await register(gym, receiver);
  const path = { accountId: await createMember(gym) };
  const cut = await platform.rows(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'front desk jobs' AND datname = current_database()",
  );
  expect(cut.length).toBeGreaterThan(0);
  await gym.ask('checkin', { path, body: {} });
  await settled(platform, gym, 'DELIVERED');
  expect(receiver.requests).toHaveLength(1);
});

test('two processes on one database send every event once, and what failed once more, without a scan', async () => {
  await jobs.stop();
  const changes = { sweepEveryMs: 3_600_000 };
  jobs = await startTestJobs(platform, changes);
  const second = await startTestJobs(platform, changes);
  try {
    const refused = new Set<unknown>();
    const receiver = await startReceiver(({ headers }, response) => {
      const isFirst = !refused.has(headers['webhook-id']);
      refused.add(headers['webhook-id']);
      response.writeHead(isFirst ? 503 : 204).end();
    });
    const gym = await platform.newGym();
    await register(gym, receiver);
    const path = { accountId: await createMember(gym) };
    const first = platform.time.now.getTime() - 10_000;
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => gym.ask('checkin', { path, body: { timestamp: first + index } })),
    );
    await settled(platform, gym, ...Array.from({ length: 30 }, () => 'DELIVERED'));
    expect(refused.size).toBe(30);
    expect(receiver.requests).toHaveLength(60);
  } finally {
    await second.stop();
    await jobs.stop();
    jobs = await startTestJobs(platform);
  }
});
