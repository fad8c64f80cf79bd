import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { type Receiver, startReceiver } from '#platform/testing/receiver.ts';
import type { RunningJobs } from './start.ts';

const platform = startTestPlatform();
const secret = 'a shared secret';

let jobs: RunningJobs;
beforeAll(async () => {
  jobs = await startTestJobs(platform);
});
afterAll(() => jobs.stop());

async function register(gym: TestGym, { url }: Receiver): Promise<number> {
  const { status, body } = await gym.ask('createWebhook', { body: { url: url.href, secret } });
  expect(status).toBe(200);
  return body.id;
}

interface DeliveryRow {
  type: string;
  state: string;
  attempts: number;
  last_status: number | null;
  account_id: string | null;
}

const deliveriesOf = (gym: TestGym) =>
  platform.rows<DeliveryRow>(
    'SELECT type, state, attempts, last_status, account_id FROM webhook_deliveries WHERE chain_id = $1',
    [gym.chainId],
  );
const settled = (gym: TestGym, ...states: string[]) =>
  vi.waitFor(async () => expect((await deliveriesOf(gym)).map(({ state }) => state).sort()).toEqual(states.sort()), {
    timeout: 15_000,
    interval: 25,
  });

test('an event arrives at once, as JSON with the secret and a signature that holds', async () => {
  const receiver = await startReceiver();
  const gym = await platform.newGym();
  await register(gym, receiver);
  const accountId = await createMember(gym);
  const timestamp = platform.time.now.getTime() - 60_000;
  await gym.ask('checkin', { path: { accountId }, body: { timestamp } });
  await vi.waitFor(() => expect(receiver.requests).toHaveLength(1), { timeout: 2_000, interval: 10 });
  const [{ headers, body }] = receiver.requests as [Receiver['requests'][number]];
  expect(JSON.parse(body)).toEqual({ accountId, timestamp, type: 'GYM_CHECKIN' });
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-api-key': secret });
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
  await settled(gym, 'DELIVERED');
});

test('a refused event is tried again under the same id until it is taken', async () => {
  let turn = 0;
  const receiver = await startReceiver((_, res) => {
    turn += 1;
    res.writeHead(turn < 3 ? 500 : 200).end();
  });
  const gym = await platform.newGym();
  await register(gym, receiver);
  await gym.ask('checkout', { path: { accountId: await createMember(gym) }, body: {} });
  await settled(gym, 'DELIVERED');
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(receiver.requests).toHaveLength(3);
  expect(await deliveriesOf(gym)).toMatchObject([{ type: 'GYM_CHECKOUT', attempts: 3, last_status: 200 }]);
});

test('an event that is never taken is given up after the last try', async () => {
  const receiver = await startReceiver((_, res) => res.writeHead(302, { location: 'http://127.0.0.1/' }).end());
  const gym = await platform.newGym();
  await register(gym, receiver);
  await gym.ask('checkin', { path: { accountId: await createMember(gym) }, body: {} });
  await settled(gym, 'FAILED');
  expect(await deliveriesOf(gym)).toMatchObject([{ attempts: 3, last_status: 302 }]);
  expect(receiver.requests).toHaveLength(3);
});

test('a test event is one try, taken or not', async () => {
  const receiver = await startReceiver((_, res) => res.writeHead(500).end());
  const gym = await platform.newGym();
  const id = await register(gym, receiver);
  await gym.ask('triggerWebhook', { path: { id } });
  await settled(gym, 'FAILED');
  expect(receiver.requests.map(({ body }) => JSON.parse(body).type)).toEqual(['TEST']);
  expect(await deliveriesOf(gym)).toMatchObject([{ attempts: 1, last_status: 500 }]);
});

test('a receiver that is gone gets no more events until its webhook is changed', async () => {
  let status = 410;
  const receiver = await startReceiver((_, res) => res.writeHead(status).end());
  const gym = await platform.newGym();
  const id = await register(gym, receiver);
  const path = { accountId: await createMember(gym) };
  await gym.ask('checkin', { path, body: {} });
  await settled(gym, 'FAILED');
  expect(receiver.requests).toHaveLength(1);
  await gym.ask('checkout', { path, body: {} });
  expect(await deliveriesOf(gym)).toHaveLength(1);
  status = 200;
  await gym.ask('updateWebhook', { path: { id }, body: { url: receiver.url.href, secret } });
  await gym.ask('checkin', { path, body: { timestamp: platform.time.now.getTime() - 5 } });
  await settled(gym, 'FAILED', 'DELIVERED');
});

test('a member who shares nothing has no events, and one who stops sharing none that are on their way', async () => {
  const receiver = await startReceiver((_, res) => res.writeHead(500).end());
  const gym = await platform.newGym();
  await register(gym, receiver);
  const accountId = await createMember(gym);
  const share = (sharesData: boolean) =>
    platform.rows('UPDATE chain_profiles SET shares_data = $2 WHERE account_id = $1', [accountId, sharesData]);
  await share(false);
  await gym.ask('checkin', { path: { accountId }, body: {} });
  expect(await deliveriesOf(gym)).toEqual([]);
  await share(true);
  await gym.ask('checkout', { path: { accountId }, body: {} });
  await vi.waitFor(() => expect(receiver.requests).toHaveLength(1), { timeout: 2_000, interval: 10 });
  await share(false);
  await settled(gym, 'FAILED');
  expect(receiver.requests).toHaveLength(1);
});

test('an event goes to the gym it happened in', async () => {
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
  await settled(gym, 'DELIVERED');
  expect([here.requests.length, there.requests.length]).toEqual([1, 0]);
});

test('the same event twice is told once', async () => {
  const receiver = await startReceiver();
  const gym = await platform.newGym();
  await register(gym, receiver);
  const path = { accountId: await createMember(gym) };
  const body = { timestamp: platform.time.now.getTime() };
  await Promise.all([1, 2, 3, 4].map(() => gym.ask('checkin', { path, body })));
  await settled(gym, 'DELIVERED');
  expect(receiver.requests).toHaveLength(1);
});

test.each([true, false])(
  'the end of a membership is told to every gym of the chain, then forgotten (erased: %s)',
  async (eraseMemberData) => {
    const here = await startReceiver();
    const there = await startReceiver();
    const gym = await platform.newGym();
    await register(gym, here);
    await register(await platform.newGym({ chainId: gym.chainId }), there);
    const accountId = await createMember(gym);
    await gym.ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData } });
    await settled(gym, 'DELIVERED', 'DELIVERED');
    for (const { requests } of [here, there]) {
      expect(requests.map(({ body }) => JSON.parse(body))).toMatchObject([{ accountId, type: 'MEMBERSHIP_DELETE' }]);
    }
    expect((await deliveriesOf(gym)).map(({ account_id }) => account_id)).toEqual([null, null]);
    const queued = await platform.rows('SELECT FROM pgboss.job WHERE data::text LIKE $1', [`%${accountId}%`]);
    expect(queued).toEqual([]);
  },
);

test('slow and dead receivers keep nobody else waiting', async () => {
  const slow = await startReceiver(() => {});
  const busy = await platform.newGym();
  await register(busy, slow);
  const path = { accountId: await createMember(busy) };
  const first = platform.time.now.getTime() - 10_000;
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => busy.ask('checkin', { path, body: { timestamp: first + index } })),
  );
  await vi.waitFor(() => expect(slow.requests.length).toBeGreaterThan(0), { timeout: 2_000, interval: 10 });

  const receiver = await startReceiver();
  const gym = await platform.newGym();
  await register(gym, receiver);
  const accountId = await createMember(gym);
  const sentAt = performance.now();
  await gym.ask('checkin', { path: { accountId }, body: {} });
  await vi.waitFor(() => expect(receiver.requests).toHaveLength(1), { timeout: 900, interval: 5 });
  expect(performance.now() - sentAt).toBeLessThan(900);
  expect(slow.requests.length).toBeLessThanOrEqual(8);
  await platform.rows('DELETE FROM webhooks WHERE chain_id = $1', [busy.chainId]);
});

test('events that were committed while no worker ran are sent by the next one', async () => {
  const receiver = await startReceiver();
  const gym = await platform.newGym();
  await register(gym, receiver);
  await jobs.stop();
  try {
    await gym.ask('checkin', { path: { accountId: await createMember(gym) }, body: {} });
    expect(await deliveriesOf(gym)).toMatchObject([{ state: 'PENDING' }]);
  } finally {
    jobs = await startTestJobs(platform);
  }
  await settled(gym, 'DELIVERED');
  expect(receiver.requests).toHaveLength(1);
});

test('events are sent after the database cut the workers off', async () => {
  const receiver = await startReceiver();
  const gym = await platform.newGym();
  await register(gym, receiver);
  const path = { accountId: await createMember(gym) };
  const cut = await platform.rows(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'front desk jobs' AND datname = current_database()",
  );
  expect(cut.length).toBeGreaterThan(0);
  await gym.ask('checkin', { path, body: {} });
  await settled(gym, 'DELIVERED');
  expect(receiver.requests).toHaveLength(1);
});

test('two processes on one database send every event once', async () => {
  const second = await startTestJobs(platform);
  try {
    const receiver = await startReceiver();
    const gym = await platform.newGym();
    await register(gym, receiver);
    const path = { accountId: await createMember(gym) };
    const first = platform.time.now.getTime() - 10_000;
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => gym.ask('checkin', { path, body: { timestamp: first + index } })),
    );
    await settled(gym, ...Array.from({ length: 30 }, () => 'DELIVERED'));
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(30);
    expect(receiver.requests).toHaveLength(30);
  } finally {
    await second.stop();
  }
});

test('the log says what became of deliveries and tells no secret, address or member', async () => {
  const tried = platform.logged.filter(({ msg }) => msg === 'webhook tried');
  expect(tried.length).toBeGreaterThan(0);
  const told = new Set(tried.flatMap((line) => Object.keys(line)));
  expect([...told].filter((key) => !['level', 'time', 'pid', 'hostname', 'msg'].includes(key)).sort()).toEqual(
    'attempt deliveryId failure gymId retryInSeconds state status type webhookId'.split(' '),
  );
  expect(JSON.stringify(platform.logged)).not.toMatch(new RegExp(`${secret}|/events`));
});
