import { beforeEach, expect, test } from 'vitest';
import { type Browser, openBrowser, ownerPassword, signInOwnerOf } from '#platform/testing/console.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();
const next = 'a better horse battery';

let gym: TestGym;
let browser: Browser;
let email = '';
beforeEach(async () => {
  gym = await platform.newGym();
  browser = await signInOwnerOf(platform, gym);
  email = `owner-${gym.gymId}@example.com`;
});

const change = (fields: { current?: string; next?: string; again?: string } = {}) =>
  browser.post('/console/account/password', { current: ownerPassword, next, again: next, ...fields });
const signInWith = async (password: string) =>
  (await openBrowser(platform.app).post('/console/sign-in', { email, password })).status;

test('a new password signs out every other browser, and the old one is rejected', async () => {
  const other = openBrowser(platform.app);
  await other.post('/console/sign-in', { email, password: ownerPassword });
  expect((await change()).location).toBe('/console/account?done=changed');
  expect([(await browser.get('/console')).status, (await other.get('/console')).status]).toEqual([200, 303]);
  expect([await signInWith(ownerPassword), await signInWith(next)]).toEqual([422, 303]);
});

test.each([
  [{ current: 'wrong' }, 'The current password is wrong.'],
  [{ next: 'short', again: 'short' }, 'at least 12 characters'],
  [{ next: 'x'.repeat(201), again: 'x'.repeat(201) }, 'at most 200 characters'],
  [{ next: 'Password!2026', again: 'Password!2026' }, 'one of the most used'],
  [{ next: 'Owner@Example.com 26', again: 'Owner@Example.com 26' }, 'mainly your address or the name of your gym'],
  [{ again: 'another one' }, 'two new passwords do not match'],
])('%j is refused with a message, and changes nothing', async (fields, sentence) => {
  const { status, page } = await change(fields);
  expect(status).toBe(422);
  expect(page).toContain(sentence);
  expect(page).not.toContain(next);
  expect(await signInWith(ownerPassword)).toBe(303);
});

test('an open session cannot be used to guess the password: after ten wrong ones even the right one is refused', async () => {
  for (let i = 0; i < 10; i += 1) await change({ current: `wrong ${i}` });
  expect((await change()).page).toContain('Too many attempts');
});

test('guesses at the sign-in do not prevent the owner from changing the password', async () => {
  const stranger = openBrowser(platform.app);
  for (let i = 0; i < 10; i += 1) await stranger.post('/console/sign-in', { email, password: `wrong ${i}` });
  expect((await stranger.post('/console/sign-in', { email, password: ownerPassword })).status).toBe(429);
  expect((await change()).location).toBe('/console/account?done=changed');
});

test('the password of another owner, even of the same gym, is unchanged', async () => {
  const other = await signInOwnerOf(platform, await platform.newGym({ chainId: gym.chainId }));
  await change();
  expect((await other.get('/console')).status).toBe(200);
});
