import { expect, test } from 'vitest';
import type { OperatorDatabase } from '#platform/db/client.ts';
import { during, noLargeDeletion, whileTriggered } from '#platform/testing/collide.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { deleteOldWork } from './housekeeping.ts';

const platform = startTestPlatform();
const operator: Pick<OperatorDatabase, 'transaction'> = {
  transaction: (work) => platform.operate(({ sql }) => work(sql)),
};

test('rows completed thirty days ago (sent, given up or downloaded) are deleted; pending ones are not', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const { body } = await gym.ask('createWebhook', { body: { url: 'https://desk.example.org', secret: 'shared' } });
  const now = platform.time.now.getTime();
  const days = (count: number) => new Date(now - count * 24 * 60 * 60 * 1000);
  for (const [state, age] of [
    ['DELIVERED', 31],
    ['FAILED', 31],
    ['QUEUED', 31],
    ['PENDING', 31],
    ['DELIVERED', 29],
    ['FAILED', 29],
  ] as const) {
    await platform.rows(
      `INSERT INTO webhook_deliveries (chain_id, delivery_id, webhook_id, type, occurred_at, state, created_at)
       VALUES ($1, gen_random_uuid(), $2, 'TEST', $3, $4, $3)`,
      [gym.chainId, body.id, days(age), state],
    );
  }
  for (const [age, isDelivered] of [
    [31, true],
    [31, false],
    [29, true],
  ] as const) {
    await platform.rows(
      `INSERT INTO push_notifications (chain_id, account_id, notification_id, gym_id, text, created_at, delivered_at)
       VALUES ($1, $2, gen_random_uuid(), $3, 'Hi', $4, $5)`,
      [gym.chainId, accountId, gym.gymId, days(age), isDelivered ? days(age) : null],
    );
  }
  for (const [status, age, fileName] of [
    ['EXPIRED', 31, null],
    ['FAILED', 31, null],
    ['EXPIRED', 31, 'still to be deleted'],
    ['IN_PROGRESS', 31, null],
    ['EXPIRED', 29, null],
  ] as const) {
    await platform.rows(
      `INSERT INTO export_jobs (chain_id, gym_id, job_id, export_type, file_type, start_date, end_date, status,
         file_name, created_at)
       VALUES ($1, $2, gen_random_uuid(), 'SMART_STRENGTH_WORKOUTS', 'CSV', '2026-11-01', '2026-11-30', $3, $4, $5)`,
      [gym.chainId, gym.gymId, status, fileName, days(age)],
    );
  }
  await deleteOldWork(operator, platform.time.now);
  expect(await platform.rows('SELECT status, file_name FROM export_jobs ORDER BY status, created_at')).toEqual([
    { status: 'EXPIRED', file_name: 'still to be deleted' },
    { status: 'EXPIRED', file_name: null },
    { status: 'IN_PROGRESS', file_name: null },
  ]);
  expect(await platform.rows('SELECT state FROM webhook_deliveries ORDER BY state, created_at')).toEqual([
    { state: 'DELIVERED' },
    { state: 'FAILED' },
    { state: 'PENDING' },
    { state: 'QUEUED' },
  ]);
  expect(await platform.rows('SELECT delivered_at IS NULL AS waits FROM push_notifications ORDER BY 1')).toEqual([
    { waits: false },
    { waits: true },
  ]);
});

test('no statement deletes more than 2,000 deliveries, and none waits for one that is locked', async () => {
  const gym = await platform.newGym();
  const { body } = await gym.ask('createWebhook', { body: { url: 'https://desk.example.org', secret: 'shared' } });
  await platform.rows(
    `INSERT INTO webhook_deliveries (chain_id, delivery_id, webhook_id, type, occurred_at, state, created_at)
     SELECT $1, gen_random_uuid(), $2, 'TEST', $3, 'DELIVERED', $3 FROM generate_series(1, 4500)`,
    [gym.chainId, body.id, new Date(platform.time.now.getTime() - 31 * 24 * 60 * 60 * 1000)],
  );
  const countOf = async () =>
    (await platform.rows('SELECT FROM webhook_deliveries WHERE chain_id = $1', [gym.chainId])).length;
  const lockOne = `SELECT FROM webhook_deliveries WHERE chain_id = '${gym.chainId}' LIMIT 1 FOR UPDATE`;
  await whileTriggered(platform, noLargeDeletion, () =>
    during(platform, lockOne, () => deleteOldWork(operator, platform.time.now)),
  );
  expect(await countOf()).toBe(1);
  await deleteOldWork(operator, platform.time.now);
  expect(await countOf()).toBe(0);
});
