import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OperationId, operations } from '#contracts/v2/operations.ts';
import { readAnswer } from '#platform/testing/client.ts';
import { hostileBodyOf, hugeBodyOf, mediaType, nested } from '#platform/testing/hostile-bodies.ts';
import { createMember } from '#platform/testing/members.ts';
import { expectFailure } from '#platform/testing/membership-client.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();
const operationIds = Object.keys(operations) as OperationId[]; // safe because: operations is a closed literal
/** Existing field names, so that wrong values get past the first validation. */
const field = fc.constantFrom(
  'email',
  'firstName',
  'membership',
  'contact',
  'rfids',
  'rfid',
  'token',
  'timestamp',
  'productId',
  'endDate',
  'dueDate',
  'targetId',
  'url',
  'secret',
  'text',
  'trainer',
  '__proto__',
  'constructor',
  'toString',
);
const hostileBody = hostileBodyOf(field);
const hugeBody = hugeBodyOf(field);

async function prepare() {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const { body: webhook } = await gym.ask('createWebhook', {
    body: { url: 'https://hooks.example.org/', secret: 'a secret' },
  });
  const dueDate = '2027-01-01';
  const { body: task } = await gym.ask('createTask', {
    body: { name: 'a task', dueDate, authorId: accountId, targetId: accountId },
  });
  const [product] = (await gym.ask('listGymProducts')).body;
  const names = { accountId, id: webhook.id, taskId: task.id, productId: product.productId, membershipId: 'M' };
  return { gym, names: { rfid: '0xAB', nfc: 'x', email: 'a@b.cd', ...names } };
}

async function send(gym: TestGym, operation: OperationId, names: Record<string, unknown>, body: string, type: string) {
  platform.time.now = new Date(platform.time.now.getTime() + 1000);
  const { method, path } = operations[operation];
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(names[name])));
  const headers = { 'x-api-key': gym.apiKey, 'content-type': type };
  const answer = await readAnswer(
    await platform.app.request(address, { method, headers, body: method === 'GET' ? undefined : body }),
  );
  expect(answer.status, `${operation} ${body.slice(0, 200)}`).toBeLessThan(500);
  if (answer.status >= 400) expectFailure(answer);
}

/** Operations that read a body; the others are sent one too. */
const writing = operationIds.filter((operation) => operations[operation].method !== 'GET');
test.each(writing)('%s answers every body in the envelope, and never with a 500', async (operation) => {
  const { gym, names } = await prepare();
  await fc.assert(
    fc.asyncProperty(hostileBody, mediaType, ({ body }, type) => send(gym, operation, names, body, type)),
    { numRuns: 40 },
  );
});

test('bodies of the maximum length and longer are answered in the envelope by every operation', async () => {
  const { gym, names } = await prepare();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...writing), hugeBody, (operation, { body }) =>
      send(gym, operation, names, body, 'application/json'),
    ),
    { numRuns: 60 },
  );
});

test.each(['contact', 'membership'])('a %s nested 10,000 levels deep is refused, and not reflected', async (name) => {
  const { gym } = await prepare();
  const response = await platform.app.request('/api/v2/accounts', {
    method: 'POST',
    headers: { 'x-api-key': gym.apiKey, 'content-type': 'application/json' },
    body: `{"${name}":${nested('[', ']', 10_000)}}`,
  });
  const { status, body } = await readAnswer(response);
  expect([status, body.errorCode]).toEqual([400, 'invalidRequest']);
  expect(JSON.stringify(body).length).toBeLessThan(500);
});
