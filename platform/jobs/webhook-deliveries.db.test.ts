import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveriesOf, register, sealUnderOtherSecret, settled, sharedSecret } from '#platform/testing/deliveries.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { type Receiver, startReceiver } from '#platform/testing/receiver.ts';
import { until } from '#shared/testing/until.ts';
import type { RunningJobs } from './start.ts';

const platform = startTestPlatform();

let jobs: RunningJobs;
beforeAll(async () => {
  // no event waits for a sweep
  jobs = await startTestJobs(platform, { sweepEveryMs: 3_600_000 });
});
afterAll(() => jobs.stop());

test('an event arrives at once, as JSON with the secret and a valid signature', async () => {
  const receiver = await startReceiver();
  const gym = await platform.newGym();
  await register(gym, receiver);
  const accountId = await createMember(gym);
  const timestamp = platform.time.now.getTime() - 60_000;
  await gym.ask('checkin', { path: { accountId }, body: { timestamp } });
  await until(() => expect(receiver.requests).toHaveLength(1));
  const [{ headers, body }] = receiver.requests as [Receiver['requests'][number]];
  expect(JSON.parse(body)).toEqual({ accountId, timestamp, type: 'GYM_CHECKIN' });
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-api-key': sharedSecret });
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', sharedSecret).update(signed).digest('base64')}`);
  await settled(platform, gym, 'DELIVERED');
});

test('a rejected event is retried with the same id until it is accepted', async () => {
  let turn = 0;
  const receiver = await startReceiver((_, res) => {
    turn += 1;
    res.writeHead(turn < 3 ? 500 : 200).end();
  });
  const gym = await platform.newGym();
  await register(gym, receiver);
  await gym.ask('checkout', { path: { accountId: await createMember(gym) }, body: {} });
  await settled(platform, gym, 'DELIVERED');
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(receiver.requests).toHaveLength(3);
  expect(await deliveriesOf(platform, gym)).toMatchObject([{ type: 'GYM_CHECKOUT', attempts: 3, last_status: 200 }]);
});

test('an event that is never accepted is given up after the last attempt', async () => {
  const receiver = await startReceiver((_, res) => res.writeHead(302, { location: 'http://127.0.0.1/' }).end());
  const gym = await platform.newGym();
  await register(gym, receiver);
  await gym.ask('checkin', { path: { accountId: await createMember(gym) }, body: {} });
  await settled(platform, gym, 'FAILED');
  expect(await deliveriesOf(platform, gym)).toMatchObject([{ attempts: 3, last_status: 302 }]);
  expect(receiver.requests).toHaveLength(3);
});

test('a secret that cannot be unsealed is a failed attempt, and the event is given up after the last one', async () => {
  const receiver = await startReceiver();
  const gym = await platform.newGym();
  const id = await register(gym, receiver);
  await sealUnderOtherSecret(platform, id);
  const accountId = await createMember(gym);
  await gym.ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } });
  await settled(platform, gym, 'FAILED');
  expect(await deliveriesOf(platform, gym)).toMatchObject([{ attempts: 3, last_status: null, account_id: null }]);
  expect(
    await platform.rows('SELECT failure FROM webhook_delivery_attempts WHERE chain_id = $1', [gym.chainId]),
  ).toEqual(Array.from({ length: 3 }, () => ({ failure: 'unreadable secret' })));
  expect(receiver.requests).toEqual([]);
});

test('an event whose secret can be unsealed again is delivered by its next attempt', async () => {
  const receiver = await startReceiver();
  const gym = await platform.newGym();
  const id = await register(gym, receiver);
  await sealUnderOtherSecret(platform, id);
  await gym.ask('checkin', { path: { accountId: await createMember(gym) }, body: {} });
  await until(async () => expect(await deliveriesOf(platform, gym)).toMatchObject([{ attempts: 1 }]));
  await gym.ask('updateWebhook', { path: { id }, body: { url: receiver.url.href, secret: sharedSecret } });
  await settled(platform, gym, 'DELIVERED');
  expect(receiver.requests).toHaveLength(1);
});

test('a test event has one attempt, accepted or not', async () => {
  const receiver = await startReceiver((_, res) => res.writeHead(500).end());
  const gym = await platform.newGym();
  const id = await register(gym, receiver);
  await gym.ask('triggerWebhook', { path: { id } });
  await settled(platform, gym, 'FAILED');
  const timestamp = platform.time.now.getTime();
  expect(receiver.requests.map(({ body }) => JSON.parse(body))).toEqual([{ accountId: null, timestamp, type: 'TEST' }]);
  expect(await deliveriesOf(platform, gym)).toMatchObject([{ attempts: 1, last_status: 500 }]);
});

test('a receiver that returned 410 gets no more events until its webhook is changed', async () => {
  let status = 410;
  const receiver = await startReceiver((_, res) => res.writeHead(status).end());
  const gym = await platform.newGym();
  const id = await register(gym, receiver);
  const path = { accountId: await createMember(gym) };
  await gym.ask('checkin', { path, body: {} });
  await settled(platform, gym, 'FAILED');
  expect(receiver.requests).toHaveLength(1);
  await gym.ask('checkout', { path, body: {} });
  expect(await deliveriesOf(platform, gym)).toHaveLength(1);
  status = 200;
  await gym.ask('updateWebhook', { path: { id }, body: { url: receiver.url.href, secret: sharedSecret } });
  await gym.ask('checkin', { path, body: { timestamp: platform.time.now.getTime() - 5 } });
  await settled(platform, gym, 'FAILED', 'DELIVERED');
});

test('a member who opted out has no events, and opting out cancels pending ones', async () => {
  const told = Promise.withResolvers<void>();
  const receiver = await startReceiver((_, res) => void told.promise.then(() => res.writeHead(500).end()));
  const gym = await platform.newGym();
  await register(gym, receiver);
  const accountId = await createMember(gym);
  const share = (sharesData: boolean) =>
    platform.rows('UPDATE chain_profiles SET shares_data = $2 WHERE account_id = $1', [accountId, sharesData]);
  await share(false);
  await gym.ask('checkin', { path: { accountId }, body: {} });
  expect(await deliveriesOf(platform, gym)).toEqual([]);
  await share(true);
  await gym.ask('checkout', { path: { accountId }, body: {} });
  await until(() => expect(receiver.requests).toHaveLength(1));
  await share(false);
  told.resolve();
  await settled(platform, gym, 'FAILED');
  expect(receiver.requests).toHaveLength(1);
});

test('an event is delivered to the gym where it happened', async () => {
  const here = await startReceiver();
  const there = await startReceiver();
  const gym = await platform.newGym();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const stranger = await platform.newGym();
  await register(gym, here);
  await register(sibling, there);
  await register(stranger, there);
  const accountId = await createMember(gym);
  await gym.ask('checkin', { path: { accountId }, body: {} });
  await settled(platform, gym, 'DELIVERED');
  expect([here.requests.length, there.requests.length]).toEqual([1, 0]);
});

test('the same event is delivered once', async () => {
  const receiver = await startReceiver();
  const gym = await platform.newGym();
  await register(gym, receiver);
  const path = { accountId: await createMember(gym) };
  const body = { timestamp: platform.time.now.getTime() };
  await Promise.all([1, 2, 3, 4].map(() => gym.ask('checkin', { path, body })));
  await settled(platform, gym, 'DELIVERED');
  expect(receiver.requests).toHaveLength(1);
});

test.each([true, false])(
  'the end of a membership is delivered to every gym of the chain, then forgotten (erased: %s)',
  async (eraseMemberData) => {
    const here = await startReceiver();
    const there = await startReceiver();
    const gym = await platform.newGym();
    await register(gym, here);
    await register(await platform.newGym({ chainId: gym.chainId }), there);
    const accountId = await createMember(gym);
    await gym.ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData } });
    await settled(platform, gym, 'DELIVERED', 'DELIVERED');
    for (const { requests } of [here, there]) {
      expect(requests.map(({ body }) => JSON.parse(body))).toMatchObject([{ accountId, type: 'MEMBERSHIP_DELETE' }]);
    }
    expect((await deliveriesOf(platform, gym)).map(({ account_id }) => account_id)).toEqual([null, null]);
    const queued = await platform.rows('SELECT FROM pgboss.job WHERE data::text LIKE $1', [`%${accountId}%`]);
    expect(queued).toEqual([]);
  },
);

test('the log has the outcome of a delivery and no secret, address or member', async () => {
  const gym = await platform.newGym();
  const url = 'http://127.0.0.1:1/nobody-listens';
  const { body } = await gym.ask('createWebhook', { body: { url, secret: sharedSecret } });
  const accountId = await createMember(gym);
  await gym.ask('checkin', { path: { accountId }, body: {} });
  await settled(platform, gym, 'FAILED');
  const lines = platform.logged.filter(({ webhookId }) => webhookId === body.id);
  expect(lines).toMatchObject([
    { msg: 'webhook tried', type: 'GYM_CHECKIN', attempt: 1, failure: 'no connection', retryInSeconds: 1 },
    { attempt: 2, state: 'QUEUED' },
    { attempt: 3, state: 'FAILED' },
  ]);
  expect(JSON.stringify(platform.logged)).not.toMatch(new RegExp(`${sharedSecret}|nobody-listens|${accountId}`));
});
