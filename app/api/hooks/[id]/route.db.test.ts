import { createHmac, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { webhookInbox } from '#lib/server/db/schema/webhooks.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { keepWebhooksRegistered } from '#lib/server/webhooks/register.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { POST } from './route.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;
let hook: { url: string; secret: string };

beforeEach(async () => {
  here = await testDesk.openLocation();
  await keepWebhooksRegistered(testDesk.desk);
  const [registered] = here.platform.webhooks.all;
  if (!registered) throw new Error('No webhook was registered.');
  hook = registered;
});

function deliver(
  body: BodyInit,
  headers: Record<string, string> = {},
  id = hook.url.split('/').at(-1) ?? '',
): Promise<Response> {
  const init = {
    method: 'POST',
    headers: { 'x-api-key': hook.secret, 'content-type': 'application/json', ...headers },
    body,
    // required for a stream as body
    duplex: 'half',
  };
  return POST(new Request(hook.url, init), { params: Promise.resolve({ id }) });
}
const names = async () =>
  (await readPresence({ desk: testDesk.desk, actor: here.actor })).entries.map(({ accountId }) => accountId);

async function enrol(): Promise<string> {
  const { account } = inventMember();
  await upsertMember(testDesk.desk.db, {
    locationId: here.location.id,
    member: memberOf(account),
    askedAt: new Date(testDesk.clock.now),
  });
  return account.accountId;
}
const checkInOf = (accountId: string) =>
  JSON.stringify({ type: 'GYM_CHECKIN', accountId, timestamp: testDesk.clock.now });

test('a delivery is answered before it is handled', async () => {
  const accountId = await enrol();
  await testDesk.another().db.transaction(async (tx) => {
    await lockExclusive(tx, `webhook inbox ${here.location.id}`);
    const response = await deliver(checkInOf(accountId));
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(await names()).toEqual([]);
  });
  await until(async () => expect(await names()).toEqual([accountId]));
});

test.each(['text/plain', 'application/json; charset=latin1', 'application/cloudevents+json', ''])(
  'the content type of a delivery does not matter: "%s"',
  async (contentType) => {
    expect((await deliver(checkInOf(await enrol()), { 'content-type': contentType })).status).toBe(204);
  },
);

test.each([
  ['a wrong secret', () => deliver('{}', { 'x-api-key': 'guessed' }), 401],
  ['the address of no webhook', () => deliver('{"type":"TEST"}', {}, randomUUID()), 401],
  ['text that cannot be kept', () => deliver('{"type":"GYM_CHECKIN","accountId":"a\\u0000b"}'), 400],
  ['half of a character', () => deliver('{"type":"GYM_CHECKIN","accountId":"a\\ud800b"}'), 400],
  ['a signature of something else', () => deliver('{}', { 'webhook-signature': 'v1,AAAA', 'webhook-id': 'd1' }), 401],
  ['no JSON', () => deliver('GYM_CHECKIN'), 400],
  ['more than any delivery holds', () => deliver(' '.repeat(4 * 1024 + 1)), 413],
  ['nothing to do', () => deliver('{"type":"TEST"}'), 204],
  ['a type of a later version', () => deliver('{"type":"ADDED_LATER","accountId":"a","timestamp":"soon"}'), 204],
])('%s is answered with an empty body and is not stored', async (_, send, status) => {
  const response = await send();
  expect(response.status).toBe(status);
  expect(await response.text()).toBe('');
  const isHere = eq(webhookInbox.locationId, here.location.id);
  expect(await testDesk.desk.db.$count(webhookInbox, isHere)).toBe(0);
});

test('a delivery with a valid signature is accepted', async () => {
  const accountId = await enrol();
  const body = checkInOf(accountId);
  const at = String(Math.floor(testDesk.clock.now / 1_000));
  const signature = createHmac('sha256', hook.secret).update(`d1.${at}.${body}`).digest('base64');
  const signed = { 'webhook-id': 'd1', 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` };
  expect((await deliver(body, signed)).status).toBe(204);
  expect((await deliver(`${body} `, signed)).status).toBe(401);
});

test('an endless body is read only up to the size limit of a delivery', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(new Uint8Array(1_024));
    },
  });
  expect((await deliver(endless)).status).toBe(413);
  expect(sent).toBeLessThan(10);
});
