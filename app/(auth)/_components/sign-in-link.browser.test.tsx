import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import * as requests from '#lib/browser/queries/session-requests.ts';
import * as entering from './enter.ts';
import { SignInLink } from './sign-in-link.tsx';

vi.mock('#lib/browser/queries/session-requests.ts', { spy: true });
vi.mock('./enter.ts', { spy: true });

const password = page.getByLabelText('New password');
const save = page.getByRole('button', { name: 'Save and sign in' });
const keep = page.getByRole('button', { name: 'Sign in without changing it' });
const refuse = (because: string) => vi.mocked(requests.postSignIn).mockResolvedValueOnce({ kind: 'refused', because });

test('an invited person chooses a password: an unsafe one is refused at its field, and the input stays', async () => {
  vi.mocked(entering.enter).mockReturnValue();
  await openScreen(<SignInLink token="abc" hasPassword={false} shortestPassword={12} />);
  await expect.element(keep).not.toBeInTheDocument();
  await expect.element(password).toHaveAttribute('autocomplete', 'new-password');
  await password.fill('too short');
  await save.click();
  await expect.element(password).toHaveAccessibleDescription(/needs at least 12 characters/);
  await expect.element(password).toHaveFocus();
  await expectAccessible();
  expect(requests.postSignIn).not.toHaveBeenCalled();

  await password.fill('password1234');
  refuse('unsafePassword');
  await save.click();
  await expect.element(password).toHaveAccessibleDescription(/one of the most used/);
  await expect.element(password).toHaveValue('password1234');
  refuse('CredentialsSignin');
  await password.fill('four words in a row');
  await save.click();
  await expect.element(page.getByText('This link has already been used or has expired.')).toBeVisible();
  expect(entering.enter).not.toHaveBeenCalled();
  vi.mocked(requests.postSignIn).mockResolvedValueOnce({ kind: 'signedIn' });
  await save.click();
  await expect.poll(() => vi.mocked(entering.enter).mock.calls).toHaveLength(1);
  expect(requests.postSignIn).toHaveBeenLastCalledWith('link', { token: 'abc', password: 'four words in a row' });
});

test('a person with a password may keep it', async () => {
  vi.mocked(entering.enter).mockReturnValue();
  await openScreen(<SignInLink token="abc" hasPassword shortestPassword={12} />);
  vi.mocked(requests.postSignIn).mockResolvedValueOnce({ kind: 'signedIn' });
  await keep.click();
  await expect.poll(() => vi.mocked(requests.postSignIn).mock.lastCall).toEqual(['link', { token: 'abc' }]);
});
