import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningJobs } from '#platform/jobs/start.ts';
import { type Browser, openBrowser, signInOwnerOf } from '#platform/testing/console.ts';
import { deliveriesOf, register, settled, sharedSecret } from '#platform/testing/deliveries.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { startReceiver } from '#platform/testing/receiver.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();

let jobs: RunningJobs;
beforeAll(async () => {
  jobs = await startTestJobs(platform);
});
afterAll(() => jobs.stop());

const english = { 'accept-language': 'en' };
const german = { 'accept-language': 'de' };
const url = 'https://desk.example.org/events';

async function newOwner() {
  const gym = await platform.newGym();
  return { gym, owner: await signInOwnerOf(platform, gym) };
}

/** A gym with a webhook whose receiver responds with these statuses, then 204; and the owner's view of a check-in. */
async function checkInAtReceiver(answers: number[]) {
  const { gym, owner } = await newOwner();
  const receiver = await startReceiver((_, response) => response.writeHead(answers.shift() ?? 204).end());
  const path = `/console/webhooks/${await register(gym, receiver)}`;
  const accountId = await createMember(gym);
  await gym.ask('checkin', { path: { accountId }, body: {} });
  await until(async () => expect((await deliveriesOf(platform, gym))[0]?.state).toMatch(/DELIVERED|FAILED/));
  const { page } = await owner.get(path, english);
  const again = /action="([^"]+\/again)"/.exec(page)?.[1] ?? '';
  const attempts = /name="attempts" value="(\d+)"/.exec(page)?.[1] ?? '';
  return { gym, owner, receiver, path, accountId, page, again, attempts };
}

const webhooksOf = async (owner: Browser) => (await owner.get('/console/webhooks', english)).page;

test('a webhook is added with the owner’s secret, which no page contains', async () => {
  const { gym, owner } = await newOwner();
  const added = await owner.post('/console/webhooks', { url, secret: sharedSecret });
  expect([added.status, added.location]).toMatchObject([
    303,
    expect.stringMatching(/^\/console\/webhooks\/\d+\?done=created$/),
  ]);
  const path = added.location ?? '';
  const pages = [added.page, await webhooksOf(owner), (await owner.get(path, english)).page];
  expect(pages[2]).toContain('The webhook is added.');
  expect(pages[1]).toContain(url);
  expect(pages.join()).not.toContain(sharedSecret);
  expect((await gym.ask('getAllWebhooks')).body).toMatchObject([{ url, secret: sharedSecret }]);
});

test('a webhook without a secret gets a generated one that is shown once', async () => {
  const { gym, owner } = await newOwner();
  const added = await owner.post('/console/webhooks', { url, secret: '' });
  const [webhook] = (await gym.ask('getAllWebhooks')).body;
  expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect([added.status, added.location]).toEqual([303, `/console/webhooks/${webhook.id}/secret`]);
  const shown = await owner.get(`/console/webhooks/${webhook.id}/secret`);
  expect(shown.page).toContain(webhook.secret);
  const again = await owner.get(`/console/webhooks/${webhook.id}/secret`);
  expect([again.status, again.location]).toEqual([303, `/console/webhooks/${webhook.id}`]);
  const others = [added, await owner.get('/console/webhooks'), await owner.get(`/console/webhooks/${webhook.id}`)];
  expect(others.map(({ page }) => page).join()).not.toContain(webhook.secret);
});

test.each([
  ['http://desk.example.org/', sharedSecret, 'No event can be sent to this address.'],
  ['https://10.0.0.1/', sharedSecret, 'No event can be sent to this address.'],
  ['', sharedSecret, 'No event can be sent to this address.'],
  [`https://desk.example.org/${'x'.repeat(2048)}`, sharedSecret, 'No event can be sent to this address.'],
  ['https://other.example.org/', 'schlüssel', 'A secret has 1 to 512'],
  ['https://other.example.org/', 'x'.repeat(513), 'A secret has 1 to 512'],
  ['https://DESK.example.org:443/events', sharedSecret, 'The gym already has a webhook with this address.'],
])(
  'a form with %s and the secret %s is shown again with its errors, and changes nothing',
  async (wrongUrl, secret, said) => {
    const { gym, owner } = await newOwner();
    await owner.post('/console/webhooks', { url, secret: sharedSecret });
    await owner.post('/console/webhooks', { url: 'https://second.example.org/', secret: sharedSecret });
    const before = (await gym.ask('getAllWebhooks')).body;
    for (const path of ['/console/webhooks', `/console/webhooks/${before[1].id}/change`]) {
      const { status, page } = await owner.post(
        path,
        { url: wrongUrl, secret },
        { 'sec-fetch-site': 'same-origin', ...english },
      );
      expect(status).toBe(422);
      expect(page).toContain(said);
      expect(page).not.toContain(secret);
      expect(page).toContain(`value="${wrongUrl}"`);
    }
    expect((await gym.ask('getAllWebhooks')).body).toEqual(before);
  },
);

test('a webhook beyond the hundredth is refused in the form, and can be added once another is deleted', async () => {
  const { gym, owner } = await newOwner();
  await gym.ask('createWebhook', { body: { url: 'https://desk.example.org/0', secret: sharedSecret } });
  await platform.rows(
    `INSERT INTO webhooks (chain_id, gym_id, url, secret, created_at)
     SELECT chain_id, gym_id, url || n, secret, created_at FROM webhooks, generate_series(1, 99) n WHERE gym_id = $1`,
    [gym.gymId],
  );
  const headers = { 'sec-fetch-site': 'same-origin', ...english };
  const refused = await owner.post('/console/webhooks', { url, secret: sharedSecret }, headers);
  expect([refused.status, refused.page]).toEqual([422, expect.stringContaining('A gym may have 100 webhooks.')]);
  const [first] = (await gym.ask('getAllWebhooks')).body;
  await owner.post(`/console/webhooks/${first.id}/delete`, {});
  expect((await owner.post('/console/webhooks', { url, secret: sharedSecret })).status).toBe(303);
});

test('a change without a secret keeps the current one, a change with one replaces it', async () => {
  const { gym, owner } = await newOwner();
  const { location } = await owner.post('/console/webhooks', { url, secret: sharedSecret });
  const path = location?.split('?')[0] ?? '';
  await owner.post(`${path}/change`, { url: 'https://desk.example.org/v2', secret: '' });
  expect((await gym.ask('getAllWebhooks')).body).toMatchObject([
    { url: 'https://desk.example.org/v2', secret: sharedSecret },
  ]);
  await owner.post(`${path}/change`, { url, secret: 'another one' });
  expect((await gym.ask('getAllWebhooks')).body).toMatchObject([{ url, secret: 'another one' }]);
});

test('deleting a webhook requires the confirmation page', async () => {
  const { gym, owner } = await newOwner();
  const { location } = await owner.post('/console/webhooks', { url, secret: sharedSecret });
  const path = location?.split('?')[0] ?? '';
  const { page } = await owner.get(`${path}/delete`, english);
  expect(page).toContain('Delete this webhook?');
  expect((await gym.ask('getAllWebhooks')).body).toHaveLength(1);
  expect((await owner.post(`${path}/delete`)).location).toBe('/console/webhooks?done=deleted');
  expect((await gym.ask('getAllWebhooks')).body).toEqual([]);
  expect((await owner.get(path)).status).toBe(404);
});

test('an event shows its attempts and responses, and is sent again once, however often that is requested', async () => {
  const { gym, owner, receiver, path, accountId, page, again, attempts } = await checkInAtReceiver([500, 503]);
  expect(page).toContain('3 tries');
  expect(page).toMatch(/answer 500[\s\S]*answer 503[\s\S]*answer 204/);
  expect(page).toContain(accountId);
  expect(page).toContain(receiver.requests[0]?.headers['webhook-id']);
  const first = await owner.post(again, { attempts });
  expect(first.location).toMatch(new RegExp(`^${path}\\?done=again#delivery-`));
  await settled(platform, gym, 'DELIVERED');
  await until(() => expect(receiver.requests).toHaveLength(4));
  expect((await owner.post(again, { attempts })).location).toContain('done=already');
  expect(receiver.requests).toHaveLength(4);
  expect((await owner.get(`${path}?done=already`, english)).page).toContain('nothing was sent twice');
});

test('a test event is sent, and a receiver that returned 410 is reactivated', async () => {
  const { owner, receiver, path, page } = await checkInAtReceiver([410]);
  expect(page).toContain('Switched off');
  expect(page).not.toContain('/again"');
  expect((await owner.post(`${path}/test`)).location).toBe(`${path}?done=tested`);
  await until(() => expect(receiver.requests).toHaveLength(2));
  expect((await owner.post(`${path}/enable`)).location).toBe(`${path}?done=enabled`);
  const enabled = (await owner.get(path, english)).page;
  expect(enabled).not.toContain('Switched off');
  expect(enabled).toContain('/again"');
});

test('the page contains nothing about an erased member', async () => {
  const { gym, owner, path, accountId, again, attempts } = await checkInAtReceiver([]);
  await gym.ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } });
  await settled(platform, gym, 'DELIVERED');
  const { page } = await owner.get(path, english);
  expect(page).toContain('the member system no longer knows the member');
  expect(page).not.toContain(accountId);
  expect((await owner.post(again, { attempts })).status).toBe(404);
});

test("no route accesses another gym's webhook or its events, even inside the chain", async () => {
  const { gym, receiver, path, again, attempts } = await checkInAtReceiver([410]);
  const before = [(await gym.ask('getAllWebhooks')).body, await deliveriesOf(platform, gym)];
  for (const other of [await platform.newGym({ chainId: gym.chainId }), await platform.newGym()]) {
    const stranger = await signInOwnerOf(platform, other);
    const answers = [
      await stranger.get(path),
      await stranger.get(`${path}/delete`),
      await stranger.post(`${path}/delete`),
      await stranger.post(`${path}/change`, { url: 'https://mine.example.org/', secret: 'mine' }),
      await stranger.post(`${path}/enable`),
      await stranger.post(`${path}/test`),
      await stranger.post(again, { attempts }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(answers.map(({ page }) => page).join()).not.toContain(receiver.url.host);
    expect(await webhooksOf(stranger)).not.toContain(receiver.url.host);
  }
  expect([(await gym.ask('getAllWebhooks')).body, await deliveriesOf(platform, gym)]).toEqual(before);
});

test('without a session every route is refused, and so is a cross-site form', async () => {
  const { gym, owner, path, again, attempts } = await checkInAtReceiver([]);
  const before = (await gym.ask('getAllWebhooks')).body;
  const nobody = openBrowser(platform.app);
  const posts = ['/console/webhooks', `${path}/change`, `${path}/enable`, `${path}/test`, `${path}/delete`, again];
  for (const get of ['/console/webhooks', path, `${path}/delete`, `${path}/secret`]) {
    expect((await nobody.get(get)).location).toMatch(/^\/console\/sign-in/);
  }
  for (const post of posts) {
    const fields = { url: 'https://mine.example.org/', secret: 'mine', attempts };
    expect((await nobody.post(post, fields)).location).toMatch(/^\/console\/sign-in/);
    expect((await owner.post(post, fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  }
  expect((await gym.ask('getAllWebhooks')).body).toEqual(before);
  expect(await deliveriesOf(platform, gym)).toHaveLength(1);
});

test('malformed URLs return 404 or 400, never 500', async () => {
  const { owner, path, again, attempts } = await checkInAtReceiver([]);
  for (const id of ['0', 'first', '-1', '1.5', '9'.repeat(16), '9'.repeat(30)]) {
    expect((await owner.get(`/console/webhooks/${id}`)).status).toBe(404);
  }
  expect((await owner.post(again.replace(/deliveries\/[^/]+/, 'deliveries/first'), { attempts })).status).toBe(404);
  for (const wrong of ['', 'many', '-1', '99999999999']) {
    expect((await owner.post(again, { attempts: wrong })).status).toBe(400);
  }
  for (const before of ['x', '1.2', `${'9'.repeat(14)}.${'0'.repeat(36)}`, '0.00000000-0000-4000-8000-000000000000']) {
    expect((await owner.get(`${path}?before=${before}&done=constructor`)).status).toBe(200);
  }
});

test('a page shows twenty events, and older ones are on the next', async () => {
  const { gym, owner } = await newOwner();
  const id = await register(gym, await startReceiver());
  await platform.rows(
    `INSERT INTO webhook_deliveries (chain_id, delivery_id, webhook_id, type, occurred_at, state, created_at)
     SELECT $1, gen_random_uuid(), $2, 'TEST', now(), 'DELIVERED', now() - i * interval '1 minute' FROM generate_series(1, 45) i`,
    [gym.chainId, id],
  );
  const seen: string[] = [];
  let path: string | undefined = `/console/webhooks/${id}`;
  const counts: number[] = [];
  while (path) {
    const { page }: { page: string } = await owner.get(path, english);
    const ids = [...page.matchAll(/id="delivery-([\w-]{36})"/g)].map(([, found]) => found ?? '');
    counts.push(ids.length);
    seen.push(...ids);
    path = /href="([^"]+)">Older/.exec(page)?.[1];
  }
  expect(counts).toEqual([20, 20, 5]);
  expect(new Set(seen).size).toBe(45);
});

test('markup in a URL is escaped, and the page is available in German', async () => {
  const { gym, owner } = await newOwner();
  const hostile = 'https://desk.example.org/?q=\'"><script>alert(1)</script>';
  await gym.ask('createWebhook', { body: { url: hostile, secret: sharedSecret } });
  const { page } = await owner.get('/console/webhooks', german);
  expect(page).not.toContain('<script>alert');
  expect(page).toContain('&lt;script&gt;alert');
  expect(page).toContain('Webhook anlegen');
});
