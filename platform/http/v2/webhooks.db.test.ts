import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { collideAt } from '#platform/testing/collide.ts';
import { sealUnderOtherSecret } from '#platform/testing/deliveries.ts';
import { clientOf } from '#platform/testing/membership-client.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { sandboxWebhooks } from '#platform/testing/webhook-rules.ts';

const platform = startTestPlatform();

const request = { url: 'https://desk.example.org/events', secret: 'a shared secret' };

async function gymWithWebhook() {
  const gym = await platform.newGym();
  const { status, body } = await gym.ask('createWebhook', { body: request });
  expect(status).toBe(200);
  return { gym, webhook: body, path: { id: body.id as number } };
}

const webhooksOf = (gym: TestGym) =>
  platform.rows<{ secret: string; disabled_at: Date | null; lane: number }>(
    'SELECT * FROM webhooks WHERE chain_id = $1 ORDER BY webhook_id',
    [gym.chainId],
  );
const deliveriesOf = (gym: TestGym) =>
  platform.rows('SELECT type, webhook_id::int AS id, account_id, state FROM webhook_deliveries WHERE chain_id = $1', [
    gym.chainId,
  ]);

test('a webhook can be read by its id and in the list, secret included', async () => {
  const { gym, webhook, path } = await gymWithWebhook();
  expect(webhook).toEqual({ id: expect.any(Number), ...request });
  expect((await gym.ask('getWebhookById', { path })).body).toEqual(webhook);
  const { body: second } = await gym.ask('createWebhook', { body: { ...request, url: 'https://other.example.org' } });
  expect((await gym.ask('getAllWebhooks')).body).toEqual([webhook, second]);
});

test('the secret is not stored in plain text', async () => {
  const { gym } = await gymWithWebhook();
  const tables = await platform.rows<{ row: string }>('SELECT w::text AS row FROM webhooks w WHERE chain_id = $1', [
    gym.chainId,
  ]);
  expect(JSON.stringify(tables)).not.toContain(request.secret);
});

test('an update changes URL and secret, and reactivates a receiver that returned 410', async () => {
  const { gym, path } = await gymWithWebhook();
  await platform.rows('UPDATE webhooks SET disabled_at = now() WHERE webhook_id = $1', [path.id]);
  const body = { url: 'https://desk.example.org/v2', secret: 'another' };
  const updated = await gym.ask('updateWebhook', { path, body });
  expect([updated.status, updated.body]).toEqual([200, { id: path.id, ...body }]);
  expect((await gym.ask('getWebhookById', { path })).body).toEqual(updated.body);
  expect(await webhooksOf(gym)).toMatchObject([{ disabled_at: null }]);
});

test('a change may have the address or the secret alone, and keeps the other', async () => {
  const { gym, webhook, path } = await gymWithWebhook();
  const { body: other } = await gym.ask('createWebhook', { body: { ...request, url: 'https://other.example.org' } });
  const change = (body: object) => gym.ask('updateWebhook', { path, body });
  expect((await change({ url: 'https://moved.example.org' })).body).toEqual({
    ...webhook,
    url: 'https://moved.example.org',
  });
  const changed = { ...webhook, url: 'https://moved.example.org', secret: 'another' };
  const answered = await change({ secret: 'another' });
  expect([answered.status, answered.body]).toEqual([200, changed]);
  expect((await change({ url: changed.url, secret: null })).body).toEqual(changed);
  expect((await change({ url: null, secret: changed.secret })).body).toEqual(changed);
  expect((await change({ url: other.url })).body.errorCode).toBe('webhookUrlAlreadyRegistered');
  for (const [body, name] of [
    [{}, 'url'],
    [{ url: null, secret: null }, 'url'],
    [{ url: 'ftp://moved.example.org' }, 'url'],
    [{ secret: '' }, 'secret'],
    [{ secret: 'gehe\u00efm' }, 'secret'],
  ] as const) {
    const { status, body: refused } = await change(body);
    expect([status, refused.errorCode, refused.fieldErrors]).toMatchObject([400, 'invalidArguments', [{ name }]]);
  }
  expect((await gym.ask('getAllWebhooks')).body).toEqual([changed, other]);
});

test('a webhook whose secret cannot be unsealed is listed without it, and accepts a new one', async () => {
  const { gym, webhook, path } = await gymWithWebhook();
  const { body: other } = await gym.ask('createWebhook', { body: { ...request, url: 'https://other.example.org' } });
  await sealUnderOtherSecret(platform, path.id);
  const withoutSecret = { ...webhook, secret: '– cannot be read, set it anew –' };
  const listed = await gym.ask('getAllWebhooks');
  expect([listed.status, listed.body]).toEqual([200, [withoutSecret, other]]);
  const read = await gym.ask('getWebhookById', { path });
  expect([read.status, read.body]).toEqual([200, withoutSecret]);
  // the placeholder cannot be a chosen secret
  expect((await gym.ask('updateWebhook', { path, body: withoutSecret })).status).toBe(400);
  expect((await gym.ask('updateWebhook', { path, body: request })).body).toEqual(webhook);
  expect((await gym.ask('getAllWebhooks')).body).toEqual([webhook, other]);
});

test('a deleted webhook is gone, and so are its pending deliveries', async () => {
  const { gym, path } = await gymWithWebhook();
  await gym.ask('triggerWebhook', { path });
  expect((await gym.ask('deleteWebhook', { path })).status).toBe(204);
  expect((await gym.ask('getWebhookById', { path })).body.metadata).toEqual({ entity: 'WEBHOOK' });
  expect((await gym.ask('deleteWebhook', { path })).status).toBe(404);
  expect(await deliveriesOf(gym)).toEqual([]);
});

test('a trigger sends one event of type TEST, without a member', async () => {
  const { gym, path } = await gymWithWebhook();
  const { status, body } = await gym.ask('triggerWebhook', { path });
  expect([status, body]).toEqual([200, undefined]);
  expect(await deliveriesOf(gym)).toEqual([{ type: 'TEST', id: path.id, account_id: null, state: 'PENDING' }]);
});

test('a URL is registered once per gym, however it is spelled', async () => {
  const { gym, path, webhook } = await gymWithWebhook();
  for (const url of [request.url, 'https://DESK.example.org:443/a/../events', ` ${request.url} `]) {
    const { status, body } = await gym.ask('createWebhook', { body: { ...request, url } });
    expect([status, body.errorCode]).toEqual([409, 'webhookUrlAlreadyRegistered']);
  }
  const { body: other } = await gym.ask('createWebhook', { body: { ...request, url: 'https://other.example.org' } });
  const taken = await gym.ask('updateWebhook', { path: { id: other.id }, body: request });
  expect([taken.status, taken.body.errorCode]).toEqual([409, 'webhookUrlAlreadyRegistered']);
  expect((await gym.ask('updateWebhook', { path, body: request })).status).toBe(200);
  expect((await gym.ask('getAllWebhooks')).body).toEqual([webhook, other]);
});

test('a URL registered many times concurrently is registered once', async () => {
  const gym = await platform.newGym();
  const spellings = Array.from({ length: 6 }, (_, index) => `https://desk.example.org/${'./'.repeat(index)}events`);
  const attempts = spellings.map((url) => () => gym.ask('createWebhook', { body: { ...request, url } }));
  const answers = await collideAt(platform, 'webhooks', attempts);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect(await webhooksOf(gym)).toHaveLength(1);
});

const urlOf = (number: number) => `https://desk.example.org/${number}`;
const lanesOf = async (gym: TestGym) => (await webhooksOf(gym)).map(({ lane }) => lane);

const lanes = Array.from({ length: 20 }, (_, lane) => lane);

/** Webhooks that a gym had before there were lanes, all in the first one. */
const addDirectly = (gym: TestGym, count: number) =>
  platform.rows(
    `INSERT INTO webhooks (chain_id, gym_id, url, secret, created_at)
     SELECT $1, $2, 'https://desk.example.org/early/' || n, 'sealed', now() FROM generate_series(1, $3) n`,
    [gym.chainId, gym.gymId, count],
  );

test('the first twenty webhooks of a gym have a lane each, and later ones share them evenly', async () => {
  const gym = await platform.newGym();
  for (let number = 0; number < 23; number += 1) {
    await gym.ask('createWebhook', { body: { ...request, url: urlOf(number) } });
  }
  expect(await lanesOf(gym)).toEqual([...lanes, 0, 1, 2]);
});

test('a gym has a hundred webhooks at most, also if many are created concurrently', async () => {
  const gym = await platform.newGym();
  await addDirectly(gym, 97);
  await gym.ask('createWebhook', { body: { ...request, url: urlOf(0) } });
  const attempts = [1, 2, 3, 4, 5].map(
    (number) => () => gym.ask('createWebhook', { body: { ...request, url: urlOf(number) } }),
  );
  const answers = await collideAt(platform, 'webhooks', attempts);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.errorCode).toBe('generalConflict');
  expect((await gym.ask('createWebhook', { body: { ...request, url: urlOf(0) } })).body.errorCode).toBe(
    'webhookUrlAlreadyRegistered',
  );
});

test('a new webhook has the lane of the one that was deleted for it', async () => {
  const gym = await platform.newGym();
  for (let number = 0; number < 20; number += 1) {
    await gym.ask('createWebhook', { body: { ...request, url: urlOf(number) } });
  }
  const { body: webhooks } = await gym.ask('getAllWebhooks');
  await gym.ask('deleteWebhook', { path: { id: webhooks[7].id } });
  const { body } = await gym.ask('createWebhook', { body: request });
  const rows = await platform.rows('SELECT lane FROM webhooks WHERE webhook_id = $1', [body.id]);
  expect(rows).toEqual([{ lane: 7 }]);
});

test('a gym that had more webhooks than it may have keeps them, in all lanes after the update, and may change them', async () => {
  const gym = await platform.newGym();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  await addDirectly(gym, 103);
  const file = new URL('../../db/migrations/0010_webhook_lanes.sql', import.meta.url);
  await platform.rows(/^UPDATE [^;]*/m.exec(await readFile(file, 'utf8'))?.[0] ?? '');
  expect(await lanesOf(gym)).toEqual([...lanes, ...lanes, ...lanes, ...lanes, ...lanes, 0, 1, 2]);
  const [first] = (await gym.ask('getAllWebhooks')).body;
  expect((await gym.ask('updateWebhook', { path: { id: first.id }, body: request })).status).toBe(200);
  await gym.ask('deleteWebhook', { path: { id: first.id } });
  expect((await gym.ask('createWebhook', { body: { ...request, url: urlOf(1) } })).status).toBe(409);
  expect((await sibling.ask('createWebhook', { body: request })).status).toBe(200);
});

test('two gyms may have the same receiver', async () => {
  const { gym } = await gymWithWebhook();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  expect((await sibling.ask('createWebhook', { body: request })).status).toBe(200);
});

test.each([
  ['url', { url: 'http://desk.example.org/events' }],
  ['url', { url: 'https://10.0.0.1/events' }],
  ['url', { url: 'https://name:word@desk.example.org/' }],
  ['url', { url: 'desk' }],
  ['url', { url: '' }],
  ['url', { url: `https://desk.example.org/${'x'.repeat(2048)}` }],
  ['secret', { secret: '' }],
  ['secret', { secret: 'line\nbreak' }],
  ['secret', { secret: 'schlüssel' }],
])('a webhook with a wrong %s returns 400 and changes nothing: %o', async (name, changes) => {
  const { gym, path } = await gymWithWebhook();
  const before = await webhooksOf(gym);
  const body = { ...request, url: 'https://new.example.org', ...changes };
  for (const answer of [await gym.ask('createWebhook', { body }), await gym.ask('updateWebhook', { path, body })]) {
    expect([answer.status, answer.body.errorCode, answer.body.fieldErrors]).toMatchObject([
      400,
      'invalidArguments',
      [{ name }],
    ]);
  }
  expect(await webhooksOf(gym)).toEqual(before);
});

test('a new webhook needs an address and a secret', async () => {
  const gym = await platform.newGym();
  for (const name of ['url', 'secret']) {
    const { status, body } = await gym.ask('createWebhook', { body: { ...request, [name]: undefined } });
    expect([status, body.fieldErrors]).toMatchObject([400, [{ name }]]);
  }
});

test('loopback is accepted as a receiver only in a sandbox', async () => {
  const gym = await platform.newGym();
  const body = { ...request, url: 'http://127.0.0.1:3000/events' };
  const strict = openProcess(platform, { webhooks: { ...sandboxWebhooks, allowsLoopback: false } });
  const refused = await clientOf(strict, gym.apiKey)('createWebhook', { body });
  expect([refused.status, refused.body.fieldErrors]).toMatchObject([400, [{ name: 'url' }]]);
  expect((await gym.ask('createWebhook', { body })).status).toBe(200);
});

test('an id that was never issued returns 404, one that is not a number 400', async () => {
  const gym = await platform.newGym();
  for (const id of [0, 987654321, '9999999999999999999']) {
    for (const { status, body } of [
      await gym.ask('getWebhookById', { path: { id } }),
      await gym.ask('updateWebhook', { path: { id }, body: request }),
      await gym.ask('deleteWebhook', { path: { id } }),
      await gym.ask('triggerWebhook', { path: { id } }),
    ]) {
      expect([status, body.metadata]).toEqual([404, { entity: 'WEBHOOK' }]);
    }
  }
  const { status, body } = await gym.ask('getWebhookById', { path: { id: 'first' } });
  expect([status, body.fieldErrors]).toMatchObject([400, [{ name: 'id' }]]);
});

test("another gym's webhook cannot be seen, changed, removed or triggered, even inside the chain", async () => {
  const { gym, path } = await gymWithWebhook();
  const before = await webhooksOf(gym);
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const stranger = await platform.newGym();
  for (const other of [sibling, stranger]) {
    for (const { status, body } of [
      await other.ask('getWebhookById', { path }),
      await other.ask('updateWebhook', { path, body: { url: 'https://mine.example.org', secret: 'mine' } }),
      await other.ask('deleteWebhook', { path }),
      await other.ask('triggerWebhook', { path }),
    ]) {
      expect([status, body.metadata]).toEqual([404, { entity: 'WEBHOOK' }]);
    }
    expect((await other.ask('getAllWebhooks')).body).toEqual([]);
  }
  expect(await webhooksOf(gym)).toEqual(before);
  expect(await deliveriesOf(gym)).toEqual([]);
});

test('a URL too long for the index is refused, and one of the same length in ASCII is not', async () => {
  const gym = await platform.newGym();
  const letters = Array.from({ length: 1000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))).join('');
  const ask = (path: string) =>
    gym.ask('createWebhook', { body: { ...request, url: `https://desk.example.org/${path}` } });
  expect((await ask(letters)).status).toBe(400);
  expect((await ask('x'.repeat(2048 - 'https://desk.example.org/'.length))).status).toBe(200);
});
