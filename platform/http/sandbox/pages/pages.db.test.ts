import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RunningJobs } from '#platform/jobs/start.ts';
import { openBrowser } from '#platform/testing/console.ts';
import { register, settled } from '#platform/testing/deliveries.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember, newMember } from '#platform/testing/members.ts';
import { clientOf } from '#platform/testing/membership-client.ts';
import { openProcess, openSandboxProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { startReceiver } from '#platform/testing/receiver.ts';
import { askSandbox, endFaults } from '#platform/testing/sandbox.ts';
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
afterEach(() => endFaults(platform));

const open = (language = 'en') => openBrowser(app, { 'accept-language': language });

const refuseOne = async () => {
  const gym = await platform.newGym();
  const email = 'lena.vogt at example.org';
  const { headers } = await clientOf(app, gym.apiKey)('publishAccount', { body: newMember({ email }) });
  return { gym, email, keyId: gym.apiKey.split('_')[1] ?? '', requestId: headers.get('x-request-id') };
};

test('the page lists requests with operation, status and error code, and filters them', async () => {
  const { keyId } = await refuseOne();
  const browser = open();
  const { status, page, headers } = await browser.get(`/sandbox?key=${keyId}&interface=&operation=&status=4xx`);
  expect(status).toBe(200);
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(page).toContain('publishAccount');
  expect(page).toContain('400 invalidArguments');
  expect((await browser.get(`/sandbox?key=${keyId}&status=5xx`)).page).toContain('No request has arrived, or none');
  const ofGym = await browser.get(`/sandbox?gymId=${randomUUID()}`);
  expect(ofGym.page).toContain('type="hidden" name="gymId"');
  const wrong = await browser.get('/sandbox?status=9');
  expect([wrong.status, wrong.page.includes('status: Must be a status such as 404')]).toEqual([422, true]);
});

test('a request is shown with its refused fields and its bodies, personal values only on demand', async () => {
  const { requestId, email } = await refuseOne();
  const browser = open();
  const masked = await browser.get(`/sandbox/pages/requests/${requestId}`);
  expect(masked.page).toContain('<code>email</code>');
  expect(masked.page).toContain('•••');
  expect(masked.page).not.toContain(email);
  expect((await browser.get(`/sandbox/pages/requests/${requestId}?personal=shown`)).page).toContain(email);
  expect((await browser.get('/sandbox/pages/requests/none')).status).toBe(404);
});

test('what a client sends is shown as text and never as markup', async () => {
  const gym = await platform.newGym();
  const { headers } = await clientOf(app, gym.apiKey)('publishAccount', {
    body: newMember({ email: 'x', firstName: '<script>alert(1)</script>' }),
  });
  const { page } = await open().get(`/sandbox/pages/requests/${headers.get('x-request-id')}?personal=shown`);
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toContain('<script>alert');
});

test('deliveries are shown with the signed text, and sent again from the page only', async () => {
  const receiver = await startReceiver();
  const gym = await platform.newGym();
  const webhookId = await register(gym, receiver);
  await gym.ask('checkin', { path: { accountId: await createMember(gym) }, body: {} });
  await settled(platform, gym, 'DELIVERED');
  const browser = open();
  const path = `/sandbox/pages/deliveries?webhookId=${webhookId}`;
  const { page } = await browser.get(path);
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.requests;
  const id = headers['webhook-id'];
  expect(page).toContain(`${id}.${headers['webhook-timestamp']}.${body.replaceAll('"', '&quot;')}`);
  expect(page).toContain(receiver.url.href.replace('gym=1', '•••'));
  const again = `/sandbox/pages/deliveries/${id}/again`;
  expect((await browser.post(again, { attempt: '1' }, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
  const sent = await browser.post(again, { attempt: '1' });
  expect(sent.location).toBe('/sandbox/pages/deliveries?done=sent');
  await until(() => expect(receiver.requests).toHaveLength(2));
  const repeated = await browser.post(again, { attempt: '1' });
  expect(repeated.location).toBe('/sandbox/pages/deliveries?done=not');
  expect((await browser.get(repeated.location ?? '')).page).toContain('The event is not sent again');
});

test('a long list has pages', async () => {
  const gym = await platform.newGym();
  const keyId = gym.apiKey.split('_')[1];
  for (let count = 0; count < 51; count += 1) await clientOf(app, gym.apiKey)('getAllWebhooks');
  const browser = open();
  const first = await browser.get(`/sandbox?key=${keyId}`);
  const older = /href="([^"]*before=\d+)"/.exec(first.page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(older).toContain(`key=${keyId}`);
  const { page } = await browser.get(older);
  expect(page.split('/sandbox/pages/requests/')).toHaveLength(2);
  expect(page).toContain('Newest');
});

test('a preset is set and ended, and another rule is set by its JSON', async () => {
  const browser = open();
  const path = '/sandbox/pages/faults';
  const rulesNow = async () => (await askSandbox(platform, '/faults')).json();
  expect((await browser.get(path)).page).toContain('None: the member system answers as usual.');
  expect((await browser.post(`${path}/busy/preset`)).location).toBe(path);
  expect((await rulesNow()).rules).toMatchObject([{ name: 'busy', status: 429 }]);
  expect((await browser.get(path)).page).toContain('aria-pressed="true">Busy: 429');
  await browser.post(`${path}/busy/end`);
  expect((await browser.post(`${path}/nothing/preset`)).status).toBe(404);
  const { gymId } = await platform.newGym();
  await browser.post(path, { name: 'mine', rule: JSON.stringify({ gymId, status: 503, times: 2 }) });
  expect((await rulesNow()).rules).toEqual([{ name: 'mine', gymId, status: 503, times: 2, timesLeft: 2 }]);
  expect((await browser.get(path)).page).toContain('for 2 more requests');
  await browser.post(`${path}/end`);
  expect((await rulesNow()).rules).toEqual([]);
});

test.each([
  ['{"state":500}', 'state: There is no such field.'],
  ['{"status":500', 'This is not JSON.'],
  ['{"keyId":"nobody","status":500}', 'keyId: There is no such key.'],
])('the rule %s is refused with the reason, and stays typed', async (rule, mistake) => {
  const { status, page } = await open().post('/sandbox/pages/faults', { name: 'mine', rule });
  expect(status).toBe(422);
  expect(page).toContain(mistake);
  expect(page).toContain(rule.replaceAll('"', '&quot;'));
});

test('a gym is created with credentials that work, gets an event, and is removed', async () => {
  const browser = open();
  const path = '/sandbox/pages/gyms';
  const { page } = await browser.post(path, { name: 'Mine <b>', isUnlimited: 'yes' });
  expect(page).toContain('<h1>Mine &lt;b&gt;</h1>');
  const textOf = (id: string) => new RegExp(`id="${id}">([^<]+)<`).exec(page)?.[1] ?? '';
  const ask = clientOf(app, textOf('api-key'));
  const gymId = textOf('gym-id');
  const receiver = await startReceiver();
  await ask('createWebhook', { body: { url: receiver.url.href, secret: 'a secret' } });
  const listed = (await browser.get(path)).page;
  expect(listed).toContain('without a rate limit');
  expect(listed).not.toContain(textOf('api-key'));
  const caused = await browser.post(`${path}/${gymId}/event`, { type: 'GYM_CHECKIN' });
  expect((await browser.get(caused.location ?? '')).page).toContain('The event happened. 1 webhook gets it.');
  await until(() => expect(receiver.requests).toMatchObject([{ body: expect.stringContaining('GYM_CHECKIN') }]));
  expect((await browser.post(`${path}/${gymId}/event`, { type: 'NOTHING' })).status).toBe(404);
  await browser.post(`${path}/${gymId}/remove`);
  expect((await browser.get(path)).page).not.toContain(gymId);
  expect((await browser.post(`${path}/${gymId}/remove`)).status).toBe(404);
});

test('a gym is set back from its page, after a question; without a demo there is none to set back', async () => {
  const browser = open();
  const path = '/sandbox/pages/gyms';
  const { page } = await browser.post(path, { name: 'Mine' });
  const [, gymId = ''] = /id="gym-id">([^<]+)</.exec(page) ?? [];
  const [, apiKey = ''] = /id="api-key">([^<]+)</.exec(page) ?? [];
  const ask = clientOf(app, apiKey);
  await ask('publishAccount', { body: newMember() });
  expect((await browser.get(path)).page).toContain(`href="${path}/${gymId}/reset"`);
  const question = await browser.get(`${path}/${gymId}/reset`);
  expect(question.page).toContain('<h1>Reset Mine?</h1>');
  expect((await ask('listAccounts')).body.total).toBe(11);
  const done = await browser.post(`${path}/${gymId}/reset`);
  expect((await browser.get(done.location ?? '')).page).toContain('The gym is as new.');
  expect((await ask('listAccounts')).body.total).toBe(10);
  expect((await browser.get(`${path}/none/reset`)).status).toBe(404);
  expect((await browser.post(`${path}/none/reset`)).status).toBe(404);
  expect((await browser.get(path)).page).not.toContain('/sandbox/pages/reset');
  expect((await browser.get('/sandbox/pages/reset')).status).toBe(404);
});

test('the pages are in German for a German browser, or as chosen', async () => {
  const browser = open('de-DE');
  expect((await browser.get('/sandbox')).page).toContain('<h1>Anfragen</h1>');
  const to = '/sandbox?status=4xx';
  expect((await browser.post('/sandbox/pages/language', { language: 'en', to })).location).toBe(to);
  expect((await browser.get('/sandbox')).page).toContain('<h1>Requests</h1>');
  const elsewhere = await browser.post('/sandbox/pages/language', { language: 'de', to: 'https://elsewhere.example' });
  expect(elsewhere.location).toBe('/sandbox');
});

const asPage = { accept: 'text/html,*/*;q=0.8' };

test.each([
  ['/sandbox/requests?limit=abc', 400, '<code>limit</code>: '],
  ['/sandbox/pages/deliveries?limit=abc', 400, '<code>limit</code>: '],
  ['/sandbox/pages/requests/none', 404, 'There is nothing at this path.'],
  ['/sandbox/nowhere', 404, 'There is nothing at this path.'],
])('%s answers a browser with a page, and a client with JSON', async (path, status, said) => {
  const { page, ...shown } = await open('de').get(path, asPage);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([status, 'text/html; charset=UTF-8']);
  expect(page).toContain('<html lang="de">');
  expect(page).toContain(said);
  expect(shown.headers.get('content-security-policy')).toContain("style-src 'self'");
  const answer = await app.request(path);
  expect([answer.status, (await answer.json()).status]).toEqual([status, status]);
});

test('a failure is no page for another machine', async () => {
  const fromElsewhere = { incoming: { socket: { remoteAddress: '10.1.2.3' } } };
  const answer = await app.request('/sandbox/requests?limit=abc', { headers: asPage }, fromElsewhere);
  expect(answer.headers.get('content-type')).toBe('application/json');
});

test('styles and scripts are served below /sandbox', async () => {
  const { page } = await open().get('/sandbox');
  const addresses = [...page.matchAll(/(?:href|src)="(\/sandbox\/assets\/[^"]+)"/g)].map(([, address = '']) => address);
  expect(addresses).toHaveLength(4);
  for (const address of addresses) expect((await app.request(address)).status).toBe(200);
});

test.each(['/reference', '/reference/v2', '/console/sign-in'])(
  '%s links to the sandbox, where there is one',
  async (path) => {
    const link = '<a href="/sandbox">Sandbox</a>';
    expect((await open().get(path)).page).toContain(link);
    expect((await openBrowser(openProcess(platform)).get(path)).page).not.toContain(link);
  },
);

test('the pages do not exist for other machines and names, or outside a sandbox', async () => {
  const paths = ['/sandbox', '/sandbox/pages/deliveries', '/sandbox/assets/style.css'];
  const fromElsewhere = { incoming: { socket: { remoteAddress: '10.1.2.3' } } };
  const plain = openProcess(platform);
  for (const path of paths) {
    expect((await app.request(path, {}, fromElsewhere)).status, path).not.toBe(200);
    expect((await app.request(`http://rebound.example${path}`)).status, path).not.toBe(200);
    expect((await plain.request(path)).status, path).toBe(404);
  }
});
