import { afterEach, describe, expect, test, vi } from 'vitest';
import * as collisions from '#platform/db/collisions.ts';
import { collideWith, noLargeDeletion, untilLocked, whileHeldAt, whileTriggered } from '#platform/testing/collide.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();
afterEach(() => void vi.restoreAllMocks());

async function gymWithWebhook() {
  const gym = await platform.newGym();
  const { body } = await gym.ask('createWebhook', { body: { url: 'https://desk.example.org', secret: 'shared' } });
  return { gym, webhookId: Number(body.id), accountId: await createMember(gym) };
}

const writeDeliveries = ({ chainId }: TestGym, webhookId: number, count: number) =>
  platform.rows(
    `INSERT INTO webhook_deliveries (chain_id, delivery_id, webhook_id, type, occurred_at, state, created_at)
     SELECT $1, gen_random_uuid(), $2, 'TEST', now(), 'DELIVERED', now() FROM generate_series(1, $3)`,
    [chainId, webhookId, count],
  );
const deliveriesOf = ({ chainId }: TestGym) =>
  platform.rows('SELECT FROM webhook_deliveries WHERE chain_id = $1', [chainId]);
const visitsOf = ({ chainId }: TestGym) => platform.rows('SELECT FROM visits WHERE chain_id = $1', [chainId]);

const checkIn = ({ ask }: TestGym, accountId: string) => ask('checkin', { path: { accountId }, body: {} });
const erase = ({ ask }: TestGym, accountId: string) =>
  ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } });
const remove = ({ ask }: TestGym, webhookId: number) => ask('deleteWebhook', { path: { id: webhookId } });

test('a check-in does not wait for the deliveries that are deleted with a webhook', async () => {
  const { gym, webhookId, accountId } = await gymWithWebhook();
  await writeDeliveries(gym, webhookId, 1);
  await whileHeldAt(platform, 'AFTER DELETE ON webhook_deliveries FOR EACH ROW', async (goOn) => {
    const removing = remove(gym, webhookId);
    await untilLocked(platform);
    const answered: number[] = [];
    void checkIn(gym, accountId).then(({ status }) => answered.push(status));
    await until(() => expect(answered).toEqual([204]));
    await goOn();
    expect((await removing).status).toBe(204);
  });
  expect(await visitsOf(gym)).toHaveLength(1);
  expect(await deliveriesOf(gym)).toHaveLength(0);
});

test('no statement deletes more than 2,000 deliveries of a webhook', async () => {
  const { gym, webhookId } = await gymWithWebhook();
  await writeDeliveries(gym, webhookId, 4_500);
  const { status } = await whileTriggered(platform, noLargeDeletion, () => remove(gym, webhookId));
  expect(status).toBe(204);
  expect(await deliveriesOf(gym)).toHaveLength(0);
});

test('a removal that fails has deleted the deliveries, leaves a webhook that works as before, and can be repeated', async () => {
  const { gym, webhookId, accountId } = await gymWithWebhook();
  await writeDeliveries(gym, webhookId, 1);
  const notNow = { moment: 'BEFORE DELETE ON webhooks', body: "RAISE EXCEPTION 'not now';" };
  const failed = await whileTriggered(platform, notNow, () => remove(gym, webhookId));
  expect(failed.status).toBe(500);
  expect(await deliveriesOf(gym)).toHaveLength(0);
  await checkIn(gym, accountId);
  expect(await deliveriesOf(gym)).toHaveLength(1);
  expect((await remove(gym, webhookId)).status).toBe(204);
  expect((await remove(gym, webhookId)).status).toBe(404);
});

test('the deliveries of another gym of the chain are kept', async () => {
  const { gym, webhookId } = await gymWithWebhook();
  await writeDeliveries(gym, webhookId, 1);
  const other = await platform.newGym({ chainId: gym.chainId });
  expect((await remove(other, webhookId)).status).toBe(404);
  expect(await deliveriesOf(gym)).toHaveLength(1);
});

describe.each([
  { what: 'a check-in', request: checkIn, recorded: 1 },
  { what: 'an erasure', request: erase, recorded: 0 },
])('$what that meets the removal of a webhook', ({ request, recorded }) => {
  async function meet() {
    const { gym, webhookId, accountId } = await gymWithWebhook();
    const [answer] = await collideWith(platform, `DELETE FROM webhooks WHERE webhook_id = ${webhookId}`, [
      () => request(gym, accountId),
    ]);
    return { status: answer?.status, visits: (await visitsOf(gym)).length };
  }

  test('takes effect without it', async () => {
    expect(await meet()).toEqual({ status: 204, visits: recorded });
  });

  test('is refused without a retry (negative control)', async () => {
    vi.spyOn(collisions, 'retryOnCollision').mockImplementation((run) => run());
    expect(await meet()).toEqual({ status: 409, visits: 0 });
  });
});
