import { expect, test } from 'vitest';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { publishMember } from '#platform/testing/published.ts';
import { skipNumbersAt } from './skip-numbers.ts';

const platform = startTestPlatform();
const now = new Date('2026-11-21T09:41:07.000Z');
const tenMinutesLater = new Date('2026-11-21T09:51:07.000Z');

/** Gives out numbers of every kind that clients know. */
async function giveOut() {
  const gym = await platform.newGym();
  const user = await publishMember(gym);
  const [authorId, targetId] = [await createMember(gym), await createMember(gym)];
  const request = { name: 'Explain the leg press', dueDate: '2026-11-30', authorId, targetId };
  const task = await gym.ask('createTask', { body: request });
  const webhook = await gym.ask('createWebhook', { body: { url: 'https://desk.example.com/hook', secret: 'told' } });
  const [product] = (await gym.ask('listGymProducts')).body;
  const numbers = {
    user,
    task: task.body.id,
    webhook: webhook.body.id,
    gym: gym.legacyGymId,
    product: product.productId,
  };
  return Object.entries(numbers).map(([kind, number]) => `${kind} ${number}`);
}

/** Reads the sequences. The returned function sets them back, as the restore of a backup of this moment does. */
async function backUpSequences() {
  const sequences = await platform.rows<{ name: string; value: string; isUsed: boolean }>(
    `SELECT sequencename AS name, coalesce(last_value, start_value) AS value, last_value IS NOT NULL AS "isUsed"
     FROM pg_sequences WHERE schemaname = 'public'`,
  );
  return async () => {
    for (const { name, value, isUsed } of sequences)
      await platform.rows('SELECT setval($1::regclass, $2, $3)', [name, value, isUsed]);
  };
}

test('after a restore, nothing gets a number that was given out after the backup, nor one of an earlier restore of it', async () => {
  const restore = await backUpSequences();
  const given = await giveOut();
  await restore();
  await skipNumbersAt(platform.url, now);
  given.push(...(await giveOut()));
  await restore();
  await skipNumbersAt(platform.url, tenMinutesLater);
  given.push(...(await giveOut()));
  expect(given).toHaveLength(15);
  expect(new Set(given).size).toBe(15);
});

test('a wrong clock sets no number back', async () => {
  const given = await giveOut();
  await skipNumbersAt(platform.url, new Date(0));
  given.push(...(await giveOut()));
  expect(new Set(given).size).toBe(10);
});
