import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningJobs } from '#platform/jobs/start.ts';
import { readAnswer } from '#platform/testing/client.ts';
import { register, settled, sharedSecret } from '#platform/testing/deliveries.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { openSandboxProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { startReceiver } from '#platform/testing/receiver.ts';
import { sandboxWebhooks } from '#platform/testing/webhook-rules.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();

let jobs: RunningJobs;
let app: typeof platform.app;
beforeAll(async () => {
  jobs = await startTestJobs(platform, { webhooks: { ...sandboxWebhooks, logsAttempts: true } });
  app = openSandboxProcess(platform);
});
afterAll(() => jobs.stop());

const deliveriesOf = async ({ gymId }: TestGym) =>
  (await readAnswer(await app.request(`/sandbox/deliveries?gymId=${gymId}`))).body.deliveries;

const sendAgain = (deliveryId: string, attempt: unknown) =>
  app.request(`/sandbox/deliveries/${deliveryId}/again`, {
    method: 'POST',
    body: JSON.stringify({ attempt }),
    headers: { 'content-type': 'application/json' },
  });

async function checkInAt(answers: { status: number; body?: string }[]) {
  const receiver = await startReceiver((_, response) => {
    const { status, body } = answers.shift() ?? { status: 204 };
    response.writeHead(status).end(body);
  });
  const gym = await platform.newGym();
  const webhookId = await register(gym, receiver);
  const accountId = await createMember(gym);
  await gym.ask('checkin', { path: { accountId }, body: {} });
  return { gym, receiver, webhookId, accountId };
}

test('each attempt is logged with what was signed, the signature and the receiver’s response', async () => {
  const { gym, receiver, webhookId } = await checkInAt([{ status: 500, body: 'out of order' }]);
  await settled(platform, gym, 'DELIVERED');
  const [second, first] = await deliveriesOf(gym);
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.requests;
  expect(first).toMatchObject({
    webhookId,
    url: receiver.url.href.replace('gym=1', '•••'),
    type: 'GYM_CHECKIN',
    attempt: 1,
    status: 500,
    failure: null,
    signed: `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`,
    signature: headers['webhook-signature'],
    answer: 'out of order',
  });
  const digest = createHmac('sha256', sharedSecret).update(first.signed).digest('base64');
  expect(first.signature).toBe(`v1,${digest}`);
  expect(second).toMatchObject({ attempt: 2, status: 204, answer: null, deliveryId: first.deliveryId });
});

test('a delivery is sent again, once for each attempt that was seen', async () => {
  const { gym, receiver } = await checkInAt([]);
  await settled(platform, gym, 'DELIVERED');
  const [{ deliveryId, attempt }] = await deliveriesOf(gym);
  expect((await sendAgain(deliveryId, attempt)).status).toBe(204);
  await until(() => expect(receiver.requests).toHaveLength(2));
  await settled(platform, gym, 'DELIVERED');
  expect((await sendAgain(deliveryId, attempt)).status).toBe(409);
  await until(async () => expect(await deliveriesOf(gym)).toHaveLength(2));
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('a delivery that the log does not have cannot be sent again, and neither can one without an attempt', async () => {
  expect((await sendAgain(randomUUID(), 1)).status).toBe(404);
  expect((await sendAgain('none', 1)).status).toBe(404);
  expect((await sendAgain(randomUUID(), undefined)).status).toBe(400);
});

test('a receiver that cannot be reached is logged with the reason', async () => {
  const receiver = await startReceiver((_, response) => void response.destroy());
  const gym = await platform.newGym();
  await gym.ask('triggerWebhook', { path: { id: await register(gym, receiver) } });
  await settled(platform, gym, 'FAILED');
  expect(await deliveriesOf(gym)).toMatchObject([
    { type: 'TEST', status: null, failure: 'no connection', answer: null },
  ]);
});

test('a body that does not end does not change the outcome', async () => {
  const receiver = await startReceiver((_, response) => void response.writeHead(200).write('the beginning'));
  const gym = await platform.newGym();
  await gym.ask('triggerWebhook', { path: { id: await register(gym, receiver) } });
  await settled(platform, gym, 'DELIVERED');
  expect(await deliveriesOf(gym)).toMatchObject([{ status: 200, answer: 'the beginning' }]);
});

test('outside a sandbox no attempt is logged', async () => {
  await jobs.stop();
  jobs = await startTestJobs(platform);
  const { gym } = await checkInAt([]);
  await settled(platform, gym, 'DELIVERED');
  expect(await deliveriesOf(gym)).toEqual([]);
});
