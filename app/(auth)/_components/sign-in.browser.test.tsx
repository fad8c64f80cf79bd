import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { scan } from '#components/testing/browser/scan.ts';
import { cachePrefix } from '#lib/browser/app-shell/keep-shell.ts';
import { SignIn } from './sign-in.tsx';

const email = page.getByLabelText('E-mail');
const password = page.getByLabelText('Password');
const signIn = page.getByRole('button', { name: 'Sign in' });
const refused = (because: string) => () =>
  Response.json({ url: `http://desk.test/sign-in?error=${because}` }, { status: 401 });

/**
 * @param because the desk's answer to a sign-in
 * @param becauseOfPasskey its answer to one by passkey
 */
async function openSignIn(because: string, { takesBadges = false, becauseOfPasskey = 'CredentialsSignin' } = {}) {
  const desk = startFakeDesk({
    '/api/auth/csrf': { csrfToken: 'token' },
    '/api/auth/callback/credentials': refused(because),
    '/api/auth/callback/badge': refused(because),
    '/api/auth/callback/passkey': refused(becauseOfPasskey),
    '/api/sign-in/passkey': { ok: true, value: { challenge: 'AAAA', rpId: 'localhost' } },
  });
  await openScreen(<SignIn takesBadges={takesBadges} isSignedIn={false} />);
  return () => desk.requests.filter(({ method }) => method === 'POST');
}

test.each([
  ['CredentialsSignin', /^Wrong e-mail or password\.$/],
  ['tooManyAttempts', /^Too many attempts/],
  ['busy', /^Many people are signing in/],
  ['Configuration', /^Front Desk cannot be reached/],
])('a failed sign-in shows the reason and keeps the e-mail address: %s', async (because, sentence) => {
  const sent = await openSignIn(because);
  await expect.element(password).toHaveAttribute('type', 'password');
  await expect.element(email).toHaveAttribute('autocomplete', 'username');
  await expect.element(password).toHaveAttribute('autocomplete', 'current-password');
  await email.fill('nobody@demo.example');
  await password.fill('not the password');
  await signIn.click();
  await expect.element(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  await expect.element(email).toHaveValue('nobody@demo.example');
  // typing replaces the text
  await expect.element(password).toHaveFocus();
  await userEvent.keyboard('another');
  await expect.element(password).toHaveValue('another');
  await expectAccessible();
  expect(sent()).toMatchObject([{ body: { email: 'nobody@demo.example', password: 'not the password' } }]);
});

test('a scanned badge opens the PIN dialog and keeps the typed text, and another card shows nothing', async () => {
  const sent = await openSignIn('CredentialsSignin', { takesBadges: true });
  await expect.element(page.getByText('hold your staff badge to the reader')).toBeVisible();
  await email.fill('half.typed@');
  await scan('04B0C0D1E2F3A5');
  const dialog = page.getByRole('dialog', { name: 'Staff badge' });
  await expect.element(dialog.getByLabelText('PIN')).toHaveFocus();
  expect(document.querySelector<HTMLInputElement>('[name=email]')?.value).toBe('half.typed@');
  await expectAccessible();
  await userEvent.keyboard('9173{Enter}');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(/^Wrong badge or PIN\.$/);
  const given = { card: '04B0C0D1E2F3A5', pin: '9173' };
  expect(sent()).toMatchObject([{ path: '/api/auth/callback/badge', body: given }]);
});

const bytes = new Uint8Array([1, 2, 3]).buffer;
/** What an authenticator answers; in base64url its bytes are `AQID`. */
const credential = {
  id: 'AQID',
  rawId: bytes,
  type: 'public-key',
  response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null },
  authenticatorAttachment: null,
  getClientExtensionResults: () => ({}),
} as unknown as Credential; // safe because: it has what is read of it

test.each([
  ['alone', async () => page.getByRole('button', { name: /passkey/i }).click()],
  [
    'after the password',
    async () => {
      await email.fill('mira@demo.example');
      await password.fill('four words in a row');
      await signIn.click();
    },
  ],
])(
  'a passkey signs in %s without a server action, which a page from before an update no longer has',
  async (_, begin) => {
    const sent = await openSignIn('passkeyNeeded');
    const used = vi.spyOn(navigator.credentials, 'get').mockResolvedValue(credential);
    await begin();
    await expect.element(page.getByRole('alert')).toHaveTextContent(/passkey/i);
    expect(used.mock.calls[0]?.[0]?.publicKey).toMatchObject({ rpId: 'localhost' });
    const [question, answer] = sent().slice(-2);
    expect([question?.path, answer?.path]).toEqual(['/api/sign-in/passkey', '/api/auth/callback/passkey']);
    const proof = new Map(Object.entries(answer?.body ?? {})).get('proof');
    expect(JSON.parse(proof)).toMatchObject({ id: 'AQID', response: { signature: 'AQID' } });
  },
);

test.each([
  ['CredentialsSignin', /^This passkey does not sign in here/],
  ['tooManyAttempts', /^Too many attempts/],
  ['busy', /^Many people are signing in/],
  ['Configuration', /^Front Desk cannot be reached/],
])('a passkey that does not sign in shows the reason: %s', async (becauseOfPasskey, sentence) => {
  await openSignIn('CredentialsSignin', { becauseOfPasskey });
  vi.spyOn(navigator.credentials, 'get').mockResolvedValue(credential);
  await page.getByRole('button', { name: /passkey/i }).click();
  await expect.element(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
});

test.each([
  ['is removed where nobody is signed in', false],
  ['of whoever is signed in in another tab stays', true],
])('the offline shell %s', async (_, isSignedIn) => {
  const name = `${cachePrefix} a build en`;
  onTestFinished(async () => void (await caches.delete(name)));
  await caches.open(name);
  startFakeDesk();
  await openScreen(<SignIn takesBadges={false} isSignedIn={isSignedIn} />);
  await email.fill('ana@demo.example');
  // what removes it has asked for this lock before
  expect(await navigator.locks.request(cachePrefix, () => caches.has(name))).toBe(isSignedIn);
});
