import { expect, test } from 'vitest';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { deleteOldMessages } from './housekeeping.ts';

const platform = startTestPlatform();

test('what was sent or given up thirty days ago is deleted; what is on its way is not', async () => {
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
  await platform.operate(({ sql, clock }) => deleteOldMessages(sql, clock()));
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
