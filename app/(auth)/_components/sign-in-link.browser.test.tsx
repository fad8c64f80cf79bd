import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { SignInLink } from './sign-in-link.tsx';

const password = page.getByLabelText('New password');
const save = page.getByRole('button', { name: 'Save and sign in' });
const keep = page.getByRole('button', { name: 'Sign in without changing it' });
const address = '/api/auth/callback/link';
const refused = (because: string) => () =>
  Response.json({ url: `http://desk.test/sign-in?error=${because}` }, { status: 401 });

async function openLink({ hasPassword = false, hasPasskeys = false } = {}) {
  const desk = startFakeDesk({ '/api/auth/csrf': { csrfToken: 'token' }, [address]: refused('unsafePassword') });
  await openScreen(<SignInLink token="abc" hasPassword={hasPassword} hasPasskeys={hasPasskeys} />);
  const sent = () => desk.requests.filter(({ method }) => method === 'POST');
  return { ...desk, sent };
}

test('an invited person chooses a password: an unsafe one is refused at its field, and the input stays', async () => {
  const { answer, sent } = await openLink();
  await expect.element(keep).not.toBeInTheDocument();
  await expect.element(password).toHaveAttribute('autocomplete', 'new-password');
  await password.fill('too short');
  await save.click();
  await expect.element(password).toHaveAccessibleDescription(/needs at least 12 characters/);
  await expect.element(password).toHaveFocus();
  await expectAccessible();
  expect(sent()).toEqual([]);

  await password.fill('password1234');
  await save.click();
  await expect.element(password).toHaveAccessibleDescription(/easy to guess/);
  await expect.element(password).toHaveValue('password1234');
  answer({ [address]: refused('CredentialsSignin') });
  await password.fill('four words in a row');
  await save.click();
  await expect.element(page.getByText(/already been used or has expired.*sign in with it/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'To the sign-in' })).toHaveAttribute('href', '/sign-in');
  expect(sent().at(-1)?.body).toMatchObject({ token: 'abc', password: 'four words in a row' });
});

test('a person with a password may keep it', async () => {
  const { answer, sent } = await openLink({ hasPassword: true });
  answer({ [address]: refused('busy') });
  await keep.click();
  await expect.element(page.getByText('This did not work.')).toBeVisible();
  expect(sent().at(-1)?.body).not.toHaveProperty('password');
  expect(sent().at(-1)?.body).toMatchObject({ token: 'abc' });
});

test('a person with passkeys is told beforehand that a new password removes them', async () => {
  await openLink({ hasPassword: true, hasPasskeys: true });
  await expect.element(page.getByText('A new password also removes your passkeys')).toBeVisible();
});
