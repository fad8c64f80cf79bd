import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningJobs } from '#platform/jobs/start.ts';
import { callOf } from '#platform/testing/calls.ts';
import { collideWith } from '#platform/testing/collide.ts';
import { deliveriesOf, register, settled } from '#platform/testing/deliveries.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { type Receiver, startReceiver } from '#platform/testing/receiver.ts';
import { until } from '#shared/testing/until.ts';
import { enableWebhook } from './enable.ts';
import { listDeliveries } from './list-deliveries.ts';
import { sendAgain } from './send-again.ts';

const platform = startTestPlatform();

let jobs: RunningJobs;
beforeAll(async () => {
  // no sweeps in between, and no timeout for a response that a test holds back
  jobs = await startTestJobs(platform, { sweepEveryMs: 3_600_000 });
});
afterAll(() => jobs.stop());

interface Seen {
  webhookId: number;
  deliveryId: string;
  attempts: number;
}

const again = (gym: TestGym, { webhookId, ...seen }: Seen) => sendAgain(callOf(platform, gym), webhookId, seen);
const idsAt = ({ requests }: Receiver) => requests.map(({ headers }) => headers['webhook-id']);

async function newestOf(gym: TestGym, webhookId: number) {
  const { deliveries } = await listDeliveries(callOf(platform, gym), webhookId, { limit: 1 });
  const [newest] = deliveries;
  if (!newest) throw new Error('There is no delivery.');
  return { ...newest, webhookId };
}

/** A check-in that was delivered to a receiver with these statuses. */
async function checkInAtReceiver(answers: number[] = []) {
  const receiver = await startReceiver((_, response) => response.writeHead(answers.shift() ?? 204).end());
  const gym = await platform.newGym();
  const webhookId = await register(gym, receiver);
  const accountId = await createMember(gym);
  await gym.ask('checkin', { path: { accountId }, body: {} });
  await until(async () => expect((await deliveriesOf(platform, gym))[0]?.state).toMatch(/DELIVERED|FAILED/));
  return { receiver, gym, webhookId, accountId, delivery: await newestOf(gym, webhookId) };
}

test('an event that was given up is resent at once as the same event, and its attempts continue to be counted', async () => {
  const { receiver, gym, webhookId, delivery } = await checkInAtReceiver([500, 500, 500]);
  expect(delivery).toMatchObject({ state: 'FAILED', attempts: 3, obstacle: null });
  expect(await again(gym, delivery)).toBe('sent');
  await until(() => expect(receiver.requests).toHaveLength(4));
  await settled(platform, gym, 'DELIVERED');
  expect(new Set(idsAt(receiver))).toEqual(new Set([delivery.deliveryId]));
  expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
  const { tries } = await newestOf(gym, webhookId);
  expect(tries.map(({ number, status }) => [number, status])).toEqual([
    [1, 500],
    [2, 500],
    [3, 500],
    [4, 204],
  ]);
});

test('an event that is resent and rejected has all its attempts again', async () => {
  const { receiver, gym, webhookId, delivery } = await checkInAtReceiver([204, 500, 500, 500]);
  expect(delivery).toMatchObject({ state: 'DELIVERED', attempts: 1 });
  expect(await again(gym, delivery)).toBe('sent');
  await settled(platform, gym, 'FAILED');
  expect(receiver.requests).toHaveLength(4);
  expect(await newestOf(gym, webhookId)).toMatchObject({ attempts: 4, nextAttemptAt: null });
});

test('a test event is resent once', async () => {
  const receiver = await startReceiver((_, response) => response.writeHead(500).end());
  const gym = await platform.newGym();
  const id = await register(gym, receiver);
  await gym.ask('triggerWebhook', { path: { id } });
  await settled(platform, gym, 'FAILED');
  expect(await again(gym, await newestOf(gym, id))).toBe('sent');
  await until(() => expect(receiver.requests).toHaveLength(2));
  await settled(platform, gym, 'FAILED');
});

/**
 * Two clicks: the second request is sent after the first event arrived, by a client that saw this number of attempts.
 */
async function clickTwice(triesSeenByTheSecond: (seen: number) => number) {
  const { receiver, gym, webhookId, delivery } = await checkInAtReceiver();
  expect(await again(gym, delivery)).toBe('sent');
  await until(async () => expect(await newestOf(gym, webhookId)).toMatchObject({ state: 'DELIVERED', attempts: 2 }));
  const attempts = triesSeenByTheSecond(delivery.attempts);
  const second = await again(gym, { ...delivery, attempts });
  if (second === 'sent') {
    await until(() => expect(receiver.requests).toHaveLength(3));
  }
  await settled(platform, gym, 'DELIVERED');
  return { second, arrived: receiver.requests.length };
}

test('a second click on the same page sends nothing, even when the first has arrived', async () => {
  expect(await clickTwice((seen) => seen)).toEqual({ second: 'tried since', arrived: 2 });
});

test('a user who saw the first arrive may resend it (negative control)', async () => {
  expect(await clickTwice((seen) => seen + 1)).toEqual({ second: 'sent', arrived: 3 });
});

/** Many concurrent requests for the same row, with the given implementation. */
async function wishAtOnce(wish: (gym: TestGym, seen: Seen) => Promise<unknown>) {
  const { receiver, gym, delivery } = await checkInAtReceiver();
  const row = `SELECT FROM webhook_deliveries WHERE delivery_id = '${delivery.deliveryId}' FOR UPDATE`;
  const wishes = Array.from({ length: 4 }, () => () => wish(gym, delivery));
  const outcomes = await collideWith(platform, row, wishes);
  return { receiver, gym, sent: outcomes.filter((outcome) => outcome === 'sent').length };
}

test('four concurrent requests to resend send the event once', async () => {
  const { receiver, gym, sent } = await wishAtOnce(again);
  expect(sent).toBe(1);
  await until(async () => {
    const waiting = await platform.rows(
      "SELECT FROM pgboss.job WHERE state < 'completed' AND name = 'webhook-deliveries'",
    );
    expect(waiting).toEqual([]);
    expect((await deliveriesOf(platform, gym)).map(({ state }) => state)).toEqual(['DELIVERED']);
  });
  expect(receiver.requests).toHaveLength(2);
});

test('without the lock each request would resend it (negative control)', async () => {
  const grant = {
    text: `UPDATE webhook_deliveries SET state = 'PENDING', attempts_before = attempts
      WHERE delivery_id = $1 RETURNING delivery_id`,
  };
  const unguarded = async ({ chainId }: TestGym, { deliveryId }: { deliveryId: string }) =>
    (await platform.db.chain(chainId).find(grant, [deliveryId])).length === 1 ? 'sent' : 'refused';
  expect((await wishAtOnce(unguarded)).sent).toBe(4);
});

test('an event that is being sent is not resent', async () => {
  let answer = () => {};
  const receiver = await startReceiver((_, response) => {
    answer = () => response.writeHead(204).end();
  });
  const gym = await platform.newGym();
  const id = await register(gym, receiver);
  await gym.ask('triggerWebhook', { path: { id } });
  await until(() => expect(receiver.requests).toHaveLength(1));
  expect(await again(gym, await newestOf(gym, id))).toBe('under way');
  answer();
  await settled(platform, gym, 'DELIVERED');
  expect(receiver.requests).toHaveLength(1);
});

test('an event about a deleted member or one who opted out is not resent', async () => {
  const { receiver, gym, webhookId, accountId, delivery } = await checkInAtReceiver();
  await platform.rows('UPDATE chain_profiles SET shares_data = false WHERE account_id = $1', [accountId]);
  expect(await newestOf(gym, webhookId)).toMatchObject({ obstacle: 'opted out' });
  expect(await again(gym, delivery)).toBe('opted out');
  await platform.rows('UPDATE chain_profiles SET shares_data = true WHERE account_id = $1', [accountId]);
  await gym.ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } });
  await expect(again(gym, delivery)).rejects.toMatchObject({ status: 404 });
  await settled(platform, gym, 'DELIVERED');
  const told = await newestOf(gym, webhookId);
  expect(told).toMatchObject({ type: 'MEMBERSHIP_DELETE', obstacle: 'member forgotten' });
  expect(await again(gym, told)).toBe('member forgotten');
  expect(receiver.requests).toHaveLength(2);
});

test('a member who is erased while the request waits is not reported', async () => {
  const { gym, accountId, delivery } = await checkInAtReceiver();
  const erase = `DELETE FROM webhook_deliveries WHERE account_id = '${accountId}'`;
  await expect(collideWith(platform, erase, [() => again(gym, delivery)])).rejects.toMatchObject({ status: 404 });
});

test('a receiver that returned 410 must be reactivated before an event is resent to it', async () => {
  const { receiver, gym, webhookId, delivery } = await checkInAtReceiver([410]);
  expect(await newestOf(gym, webhookId)).toMatchObject({ state: 'FAILED', obstacle: 'webhook disabled' });
  expect(await again(gym, delivery)).toBe('webhook disabled');
  await enableWebhook(callOf(platform, gym), webhookId);
  expect(await again(gym, delivery)).toBe('sent');
  await settled(platform, gym, 'DELIVERED');
  expect(receiver.requests).toHaveLength(2);
});

test("another gym's delivery cannot be resent nor its receiver reactivated, even inside the chain", async () => {
  const { receiver, gym, webhookId, delivery } = await checkInAtReceiver([410]);
  for (const other of [await platform.newGym({ chainId: gym.chainId }), await platform.newGym()]) {
    await expect(again(other, delivery)).rejects.toMatchObject({ status: 404, metadata: { entity: 'WEBHOOK' } });
    await expect(enableWebhook(callOf(platform, other), webhookId)).rejects.toMatchObject({ status: 404 });
  }
  await expect(again(gym, { ...delivery, deliveryId: randomUUID() })).rejects.toMatchObject({ status: 404 });
  const otherWebhook = await register(gym, await startReceiver());
  await expect(again(gym, { ...delivery, webhookId: otherWebhook })).rejects.toMatchObject({ status: 404 });
  expect(await newestOf(gym, webhookId)).toMatchObject({ state: 'FAILED', obstacle: 'webhook disabled' });
  expect(receiver.requests).toHaveLength(1);
});
