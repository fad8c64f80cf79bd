import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ana } from '#app/_testing/at-counter.tsx';
import { StaffMenu } from '#components/header/menus.tsx';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { Button } from '#components/ui/button.tsx';
import { LeaveQuestion } from './leave-question.tsx';

const done = async () => ({ ok: true, value: null }) as const;
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
const question = page.getByRole('dialog', { name: 'Leave without saving?' });

async function openMenu({ isUnsaved = false } = {}) {
  const asked = {
    onChooseLocale: vi.fn(done),
    onChooseTheme: vi.fn(done),
    onSignOut: vi.fn(done),
    onSignOutEverywhere: vi.fn(done),
    onChosen: vi.fn(),
    onSignedOut: vi.fn(),
    onAccount: vi.fn(),
  };
  function Screen() {
    useUnsaved(isUnsaved);
    const release = { number: '1.0.0', build: 'b' };
    return <StaffMenu trigger={<Button>Ana Keller</Button>} staff={ana} theme="system" release={release} {...asked} />;
  }
  await openScreen(
    <>
      <Screen />
      <LeaveQuestion />
    </>,
  );
  return asked;
}

test('while the desk is unreachable, changing the language shows an error and keeps the page', async () => {
  const { onChooseLocale, onChosen } = await openMenu();
  onChooseLocale.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect.element(page.getByText(/Front Desk’s server does not answer/)).toBeVisible();
  expect(vi.mocked(onChooseLocale).mock.calls).toEqual([['de']]);
  expect(onChosen).not.toHaveBeenCalled();
  await expect.element(page.getByRole('button', { name: 'Ana Keller' })).toBeVisible();
});

test('the own account is opened after a question about unsaved input', async () => {
  const { onAccount } = await openMenu({ isUnsaved: true });
  await item('My account').click();
  expect(onAccount).not.toHaveBeenCalled();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(() => onAccount.mock.calls.length).toBe(1);
});

test('a sign-out, here or everywhere, asks first if there is unsaved input', async () => {
  const { onSignOut, onSignOutEverywhere, onSignedOut } = await openMenu({ isUnsaved: true });
  for (const way of ['Sign out', 'Sign out everywhere']) {
    await item(way).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Ana Keller' }).click();
  }
  for (const asked of [onSignOut, onSignOutEverywhere, onSignedOut]) expect(asked).not.toHaveBeenCalled();
  await item('Sign out everywhere').click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(() => onSignedOut.mock.calls.length).toBe(1);
  expect([onSignOutEverywhere.mock.calls.length, onSignOut.mock.calls.length]).toEqual([1, 1]);
});
