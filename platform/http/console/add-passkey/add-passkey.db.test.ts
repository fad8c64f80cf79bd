import { beforeEach, expect, test } from 'vitest';
import { removePasskeys } from '#platform/services/owners/remove-passkeys.ts';
import { askedFrom, type Browser, createTestOwner, openBrowser, ownerPassword } from '#platform/testing/console.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import { ownerRules } from '#platform/testing/owner-rules.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import type { PasskeyCreation } from '#shared/passkeys/create-passkey.ts';
import { Authenticator } from '#shared/testing/authenticator.ts';
import type { PasskeyQuestion } from '#shared/webauthn/messages.ts';

const platform = startTestPlatform();
const week = 7 * dayMs;
const asked = '/console/add-passkey?to=%2Fconsole%2Fkeys';
let email = '';
let phone: Authenticator;
let app: typeof platform.app;

beforeEach(async () => {
  app = openProcess(platform, { owners: { ...ownerRules, requiresPasskeys: true } });
  email = await createTestOwner(platform, await platform.newGym());
  phone = new Authenticator();
});

const asPage = () => ({ 'sec-fetch-site': 'same-origin', origin: phone.origin });
async function signIn(from = openBrowser(app), headers = asPage()) {
  const { location } = await from.post(
    '/console/sign-in',
    { email, password: ownerPassword, to: '/console/keys' },
    headers,
  );
  return { browser: from, location };
}
const dueAt = async () => {
  const [owner] = await platform.rows<{ due: Date | null }>(
    'SELECT passkey_due_at AS due FROM owners WHERE email = $1',
    [email],
  );
  return owner?.due?.getTime() ?? null;
};
/** The period of the owner ended a while ago. */
const endPeriod = () =>
  platform.rows('UPDATE owners SET passkey_due_at = $2 WHERE email = $1', [
    email,
    new Date(platform.time.now.getTime() - 60_000),
  ]);
const isSignedIn = async (browser: Browser) => (await browser.get('/console')).status === 200;
async function add(browser: Browser) {
  const { page } = await browser.post('/console/add-passkey/question', {}, asPage());
  const answer = JSON.stringify(phone.create(JSON.parse(page) as PasskeyCreation)); // safe because: the console has made it
  return browser.post('/console/add-passkey', { answer, to: '/console/keys' }, asPage());
}

test('where the operator requires a passkey, an owner is asked, and may put it off for seven days', async () => {
  const first = platform.time.now.getTime();
  const { browser, location } = await signIn();
  expect(location).toBe(asked);
  expect(await dueAt()).toBe(first + week);
  const { page } = await browser.get(asked);
  expect(page).toMatch(/You can put this off until [\s\S]*<a class="button" href="\/console\/keys">Later</);
  expect(await isSignedIn(browser)).toBe(true);
  expect((await browser.post('/console/keys', { permission: 'visits' })).location).toBe('/console/keys/new');
  platform.time.now = new Date(first + 60_000);
  await signIn();
  expect(await dueAt()).toBe(first + week);
});

test('after that, the password opens nothing but the page that adds one, and signing out', async () => {
  await endPeriod();
  const { browser, location } = await signIn();
  expect(location).toBe(asked);
  const { page } = await browser.get(asked);
  expect(page).toContain('Now your password alone no longer lets you in.');
  expect(page).not.toContain('Later');
  for (const path of ['/console', '/console/keys', '/console/webhooks', '/console/messages', '/console/account'])
    expect((await browser.get(path)).location).toBe(`/console/add-passkey?to=${encodeURIComponent(path)}`);
  const next = 'a better horse battery';
  const forms = [
    ['/console/keys', { permission: 'visits' }],
    ['/console/account/password', { current: ownerPassword, next, again: next }],
    ['/console/account/passkeys/new', {}],
    ['/console/account/sessions/end-others', {}],
  ] as const;
  for (const [path, fields] of forms) expect((await browser.post(path, fields)).location).toBe('/console/add-passkey');
  await browser.post('/console/sign-out');
  expect((await browser.get('/console')).location).toContain('/console/sign-in');
});

test('a passkey opens the session that has added it, and ends the others that wait', async () => {
  await endPeriod();
  const { browser } = await signIn();
  const { browser: stolen } = await signIn();
  expect((await add(browser)).location).toBe('/console/keys');
  expect(await dueAt()).toBeNull();
  expect([await isSignedIn(browser), (await stolen.get('/console')).location]).toEqual([
    true,
    expect.stringContaining('/console/sign-in'),
  ]);
  // the last one stays
  const [{ id } = { id: '' }] = await platform.rows<{ id: string }>(
    'SELECT id FROM owner_passkeys JOIN owners USING (owner_id) WHERE email = $1',
    [email],
  );
  const removed = await browser.post(`/console/account/passkeys/${id}/remove`);
  expect((await browser.get(removed.location ?? '')).page).toContain('Not removed:');
});

test('twenty passkeys of a former host name keep nobody from adding one', async () => {
  await platform.rows(
    `INSERT INTO owner_passkeys (id, owner_id, rp_id, name, public_key, counter, transports, created_at)
     SELECT 'former' || number, owner_id, 'former.example.com', 'Key', '', 0, '{}', now()
     FROM owners, generate_series(1, 20) AS number WHERE email = $1`,
    [email],
  );
  await endPeriod();
  const { browser } = await signIn();
  await add(browser);
  expect(await isSignedIn(browser)).toBe(true);
});

test('a sign-in by passkey begins the period anew: a host name that was tried meanwhile counts for nothing', async () => {
  const { browser } = await signIn();
  await add(browser);
  await endPeriod();
  const from = openBrowser(app);
  const { page } = await from.post('/console/sign-in/question', {}, asPage());
  const answer = JSON.stringify(phone.prove(JSON.parse(page) as PasskeyQuestion)); // safe because: the console has made it
  await from.post('/console/sign-in/passkey', { answer }, asPage());
  expect(await isSignedIn(from)).toBe(true);
  expect(await dueAt()).toBeNull();
});

test('minutes later, the page asks for the password again', async () => {
  await endPeriod();
  const { browser } = await signIn();
  platform.time.now = new Date(platform.time.now.getTime() + 6 * 60_000);
  expect((await browser.post('/console/add-passkey/question', {}, asPage())).status).toBe(403);
  expect((await browser.get(asked)).location).toBe('/console/sign-in?to=%2Fconsole%2Fkeys');
});

test('a session that began before the end goes on, but a change of its password begins none that does', async () => {
  const { browser } = await signIn();
  await platform.rows('UPDATE owners SET passkey_due_at = $2 WHERE email = $1', [
    email,
    new Date(platform.time.now.getTime() + 1),
  ]);
  platform.time.now = new Date(platform.time.now.getTime() + 60_000);
  expect(await isSignedIn(browser)).toBe(true);
  const next = 'a better horse battery';
  const { location } = await browser.post('/console/account/password', { current: ownerPassword, next, again: next });
  expect(location).toContain('/console/account?done=changed');
  expect((await browser.get('/console')).location).toContain('/console/add-passkey');
});

test('the operator gives seven more days', async () => {
  await endPeriod();
  await signIn();
  await platform.operate((operator) => removePasskeys(operator, email));
  const { browser } = await signIn();
  expect(await dueAt()).toBe(platform.time.now.getTime() + week);
  expect(await isSignedIn(browser)).toBe(true);
});

test('nothing is required where no browser offers passkeys, nor where the operator does not ask', async () => {
  await endPeriod();
  const address = { 'sec-fetch-site': 'same-origin', origin: 'http://192.0.2.4:4010' };
  for (const { browser, location } of [
    await signIn(openBrowser(askedFrom(app, '192.0.2.7')), address),
    await signIn(openBrowser(platform.app)),
  ]) {
    expect(location).toBe('/console/keys');
    expect(await isSignedIn(browser)).toBe(true);
  }
});
