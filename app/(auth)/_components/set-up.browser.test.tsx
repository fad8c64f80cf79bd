import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { setUp } from '#app/(auth)/actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { SetUp } from './set-up.tsx';

const create = page.getByRole('button', { name: 'Create the account' });
const password = page.getByLabelText('Password');

test('mistakes of the first manager are shown at their fields, the first is focused, and the input stays', async () => {
  await openScreen(<SetUp token="token" shortestPassword={12} />);
  const name = page.getByLabelText('Your name');
  await create.click();
  await expect.element(name).toHaveFocus();
  for (const field of [name, page.getByLabelText('E-mail'), password]) await expect.element(field).toBeInvalid();
  await name.fill('Mira Sommer');
  await page.getByLabelText('E-mail').fill('mira@example.com');
  await expect.element(password).toHaveAttribute('autocomplete', 'new-password');
  await password.fill('short');
  await create.click();
  await expect.element(password).toHaveFocus();
  await expect.element(password).toHaveAccessibleDescription(/Use at least 12 characters/);
  await expect.element(name).toHaveValue('Mira Sommer');
  await expectAccessible();
  expect(setUp).not.toHaveBeenCalled();
  await password.fill('correct horse battery');
  await expect.element(page.getByRole('main')).not.toHaveTextContent('Use at least 12 characters.');
  const error = { code: 'notFound', message: '', requestId: '1', retryable: false } as const;
  vi.mocked(setUp).mockResolvedValue({ ok: false, error });
  await create.click();
  await expect.element(page.getByText('This link has already been used')).toBeVisible();
  const given = { name: 'Mira Sommer', email: 'mira@example.com', password: 'correct horse battery' };
  expect(vi.mocked(setUp).mock.calls).toEqual([[{ ...given, token: 'token' }]]);
});
