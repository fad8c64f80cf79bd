import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOldWork } from '#platform/jobs/housekeeping.ts';
import type { RunningJobs } from '#platform/jobs/start.ts';
import { callOf } from '#platform/testing/calls.ts';
import { register, settled, sharedSecret } from '#platform/testing/deliveries.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { startReceiver } from '#platform/testing/receiver.ts';
import { until } from '#shared/testing/until.ts';
import { type DeliveryPage, listDeliveries } from './list-deliveries.ts';

const platform = startTestPlatform();

let jobs: RunningJobs;
beforeAll(async () => {
  jobs = await startTestJobs(platform);
});
afterAll(() => jobs.stop());

const read = (gym: TestGym, webhookId: number, limit = 10) =>
  listDeliveries(callOf(platform, gym), webhookId, { limit });

/** Writes deliveries one minute apart, newest last, without sending them. */
async function writeDeliveries(gym: TestGym, webhookId: number, count: number): Promise<void> {
  await platform.rows(
    `INSERT INTO webhook_deliveries (chain_id, delivery_id, webhook_id, type, occurred_at, state, created_at)
     SELECT $1, gen_random_uuid(), $2, 'TEST', now(), 'DELIVERED', '2026-11-01T00:00:00Z'::timestamptz + (i / 3) * interval '1 minute'
     FROM generate_series(1, $3) i`,
    [gym.chainId, webhookId, count],
  );
}

const triesIn = () =>
  platform
    .rows<{ delivery_id: string }>('SELECT delivery_id FROM webhook_delivery_attempts')
    .then((rows) => rows.length);

test('every attempt is recorded with its time, its duration, and the response or the reason for its absence', async () => {
  let turn = 0;
  const receiver = await startReceiver((_, response) => {
    turn += 1;
    if (turn === 1) response.writeHead(500).end('the database of the receiver is down');
    else if (turn === 2) response.destroy();
    else response.writeHead(204).end();
  });
  const gym = await platform.newGym();
  const webhookId = await register(gym, receiver);
  const accountId = await createMember(gym);
  await gym.ask('checkin', { path: { accountId }, body: {} });
  await settled(platform, gym, 'DELIVERED');
  const { deliveries, receiver: listed, next } = await read(gym, webhookId);
  const at = platform.time.now;
  const durationMs = expect.any(Number);
  expect(deliveries).toMatchObject([
    {
      type: 'GYM_CHECKIN',
      accountId,
      state: 'DELIVERED',
      attempts: 3,
      nextAttemptAt: null,
      obstacle: null,
      tries: [
        { number: 1, at, durationMs, status: 500, failure: null },
        { number: 2, at, durationMs, status: null, failure: 'no connection' },
        { number: 3, at, durationMs, status: 204, failure: null },
      ],
    },
  ]);
  expect(listed).toMatchObject({ webhookId, url: receiver.url.href, disabledAt: null, newestState: 'DELIVERED' });
  expect(next).toBeUndefined();
  const kept = await platform.rows<{ row: string }>('SELECT a::text AS row FROM webhook_delivery_attempts a');
  expect(JSON.stringify([kept, deliveries])).not.toMatch(new RegExp(`database of the receiver|${sharedSecret}`));
});

test('an unresponsive receiver and a forbidden address are distinguished', async () => {
  await jobs.stop();
  jobs = await startTestJobs(platform, { timeoutMs: 1_000 });
  const gym = await platform.newGym();
  const silent = await register(gym, await startReceiver(() => {}));
  const forbidden = await register(gym, await startReceiver());
  await platform.rows("UPDATE webhooks SET url = 'https://10.0.0.1/' WHERE webhook_id = $1", [forbidden]);
  await gym.ask('triggerWebhook', { path: { id: silent } });
  await gym.ask('triggerWebhook', { path: { id: forbidden } });
  await settled(platform, gym, 'FAILED', 'FAILED');
  const failuresOf = async (id: number) => (await read(gym, id)).deliveries.flatMap(({ tries }) => tries);
  expect(await failuresOf(silent)).toMatchObject([{ status: null, failure: 'no answer in time' }]);
  expect((await failuresOf(silent))[0]?.durationMs).toBeGreaterThanOrEqual(900);
  expect(await failuresOf(forbidden)).toMatchObject([{ status: null, failure: 'forbidden address' }]);
  await jobs.stop();
  jobs = await startTestJobs(platform);
});

test('a pending delivery shows the time of its next attempt', async () => {
  const patient = await startTestJobs(platform, { retryDelaysSeconds: [600] });
  await jobs.stop();
  try {
    const gym = await platform.newGym();
    const webhookId = await register(gym, await startReceiver((_, response) => response.writeHead(503).end()));
    await gym.ask('checkin', { path: { accountId: await createMember(gym) }, body: {} });
    await until(async () => expect((await read(gym, webhookId)).deliveries[0]?.attempts).toBe(1));
    const [waiting] = (await read(gym, webhookId)).deliveries;
    const waitMs = (waiting?.nextAttemptAt?.getTime() ?? 0) - platform.time.now.getTime();
    expect(waitMs).toBe(600_000 + (waiting?.tries[0]?.durationMs ?? Number.NaN));
    expect(waiting).toMatchObject({ state: 'QUEUED', obstacle: 'under way' });
  } finally {
    await patient.stop();
    jobs = await startTestJobs(platform);
  }
});

test('consecutive pages show every delivery once, even with equal timestamps and concurrent inserts', async () => {
  const gym = await platform.newGym();
  const webhookId = await register(gym, await startReceiver());
  await writeDeliveries(gym, webhookId, 20);
  const before = (await read(gym, webhookId, 100)).deliveries;
  expect(before).toHaveLength(20);
  const seen: string[] = [];
  let page: DeliveryPage | undefined;
  do {
    page = await listDeliveries(callOf(platform, gym), webhookId, { limit: 4, after: page?.next });
    seen.push(...page.deliveries.map(({ deliveryId }) => deliveryId));
    await gym.ask('triggerWebhook', { path: { id: webhookId } });
  } while (page.next);
  expect(seen).toEqual(before.map(({ deliveryId }) => deliveryId));
  const times = before.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual([...times].sort((one, other) => other - one));
});

test("another gym's deliveries cannot be read, even inside the chain", async () => {
  const gym = await platform.newGym();
  const webhookId = await register(gym, await startReceiver());
  await writeDeliveries(gym, webhookId, 3);
  for (const other of [await platform.newGym({ chainId: gym.chainId }), await platform.newGym()]) {
    await expect(read(other, webhookId)).rejects.toMatchObject({ status: 404, metadata: { entity: 'WEBHOOK' } });
  }
  for (const id of [0, 987_654_321, 2 ** 60, Number.NaN])
    await expect(read(gym, id)).rejects.toMatchObject({ status: 404 });
});

test('a delivery names only a member of the chain, and not an erased one', async () => {
  const receiver = await startReceiver((_, response) => response.writeHead(500).end());
  const gym = await platform.newGym();
  const webhookId = await register(gym, receiver);
  const accountId = await createMember(gym);
  await gym.ask('checkin', { path: { accountId }, body: {} });
  expect((await read(gym, webhookId)).deliveries).toMatchObject([{ accountId }]);
  await until(async () => expect(await triesIn()).toBeGreaterThan(0));
  await gym.ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } });
  const told = await read(gym, webhookId);
  expect(told.deliveries).toMatchObject([{ type: 'MEMBERSHIP_DELETE', accountId: null }]);
  expect(JSON.stringify(told)).not.toContain(accountId);
  await settled(platform, gym, 'FAILED');
  expect((await read(gym, webhookId)).deliveries).toMatchObject([{ accountId: null, obstacle: 'member forgotten' }]);
});

test('attempts are removed with their delivery: erased with the member, deleted with the webhook, or after thirty days', async () => {
  const gym = await platform.newGym();
  const webhookId = await register(gym, await startReceiver());
  const accountId = await createMember(gym);
  const triesOf = async () =>
    (await platform.rows('SELECT FROM webhook_delivery_attempts WHERE chain_id = $1', [gym.chainId])).length;

  await gym.ask('checkin', { path: { accountId }, body: {} });
  await settled(platform, gym, 'DELIVERED');
  expect(await triesOf()).toBe(1);
  await jobs.stop();
  await gym.ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } });
  expect(await triesOf()).toBe(0);

  jobs = await startTestJobs(platform);
  await settled(platform, gym, 'DELIVERED');
  expect(await triesOf()).toBe(1);
  const inThirtyOneDays = new Date(platform.time.now.getTime() + 31 * 24 * 60 * 60 * 1000);
  await deleteOldWork({ transaction: (work) => platform.operate(({ sql }) => work(sql)) }, inThirtyOneDays);
  expect(await triesOf()).toBe(0);

  await gym.ask('triggerWebhook', { path: { id: webhookId } });
  await settled(platform, gym, 'DELIVERED');
  expect(await triesOf()).toBe(1);
  await gym.ask('deleteWebhook', { path: { id: webhookId } });
  expect(await triesOf()).toBe(0);
});

test('the platform’s role sees the attempts of one chain, and cannot write any', async () => {
  const gym = await platform.newGym();
  const webhookId = await register(gym, await startReceiver());
  await gym.ask('triggerWebhook', { path: { id: webhookId } });
  await settled(platform, gym, 'DELIVERED');
  const stranger = await platform.newGym();
  const count = { text: 'SELECT count(*)::int AS count FROM webhook_delivery_attempts' };
  expect(await platform.db.chain(gym.chainId).find(count, [])).toEqual([{ count: 1 }]);
  expect(await platform.db.chain(stranger.chainId).find(count, [])).toEqual([{ count: 0 }]);
  for (const text of [
    'DELETE FROM webhook_delivery_attempts',
    'UPDATE webhook_delivery_attempts SET status = 200',
    `INSERT INTO webhook_delivery_attempts VALUES ('${gym.chainId}', '${randomUUID()}', 1, now(), 1, 200, NULL)`,
  ]) {
    await expect(platform.db.chain(gym.chainId).find({ text }, [])).rejects.toThrow('permission denied');
  }
});
