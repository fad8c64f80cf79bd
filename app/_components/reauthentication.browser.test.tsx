import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as actions from '#app/actions.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { Problem } from '#components/ui/problem.tsx';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { ReauthenticationOutcome } from '#lib/wire/reauthentication.ts';
import { until } from '#shared/testing/until.ts';
import { Reauthentication } from './reauthentication.tsx';

const giveKey = vi.fn<(card: string) => Promise<ActionResult<string>>>();
const needed: ActionResult<never> = {
  ok: false,
  error: { code: 'reauthenticationNeeded', message: '', requestId: '1', retryable: false },
};

function GiveKey({ hasDialog = true }) {
  const give = useAction(giveKey);
  return (
    <>
      <button type="button" onClick={() => void give.run('04A2')}>
        Give
      </button>
      <Problem>{give.failure}</Problem>
      {hasDialog && <Reauthentication />}
    </>
  );
}

const password = page.getByLabelText('Your password');
const dialog = page.getByRole('dialog', { name: 'Is it you?' });
const answer = (kind: ReauthenticationOutcome['kind']) =>
  vi.mocked(actions.reauthenticate).mockResolvedValueOnce({ ok: true, value: { kind } });

beforeEach(async () => {
  vi.clearAllMocks();
  vi.mocked(actions.beginReauthentication).mockResolvedValue({ ok: true, value: { hasPassword: true, passkey: null } });
  giveKey.mockResolvedValueOnce(needed).mockResolvedValue({ ok: true, value: 'given' });
});

test('an action that needs the password again asks for it, and is repeated by itself with the same input', async () => {
  await openScreen(<GiveKey />);
  await page.getByRole('button', { name: 'Give' }).click();
  await expect.element(dialog).toHaveAccessibleDescription(/For the next 5 minutes/);
  await expect.element(password).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(password).toHaveAccessibleDescription('Enter your password.');
  answer('wrong');
  await userEvent.keyboard('not mine{Enter}');
  await expect.element(password).toHaveAccessibleDescription('This is not your password.');
  await expectAccessible();
  expect(giveKey).toHaveBeenCalledOnce();
  answer('confirmed');
  await password.fill('four words in a row');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(vi.mocked(actions.reauthenticate).mock.calls.at(-1)).toEqual([{ password: 'four words in a row' }]);
  await until(() => expect(giveKey.mock.calls).toEqual([['04A2'], ['04A2']]));
});

test('closing the question does nothing, and says so', async () => {
  await openScreen(<GiveKey />);
  await page.getByRole('button', { name: 'Give' }).click();
  await expect.element(password).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Not done yet: confirm first that it is you.')).toBeVisible();
  expect(giveKey).toHaveBeenCalledOnce();
});

test('a person without a password is told how to get one', async () => {
  vi.mocked(actions.beginReauthentication).mockResolvedValue({
    ok: true,
    value: { hasPassword: false, passkey: null },
  });
  await openScreen(<GiveKey />);
  await page.getByRole('button', { name: 'Give' }).click();
  await expect.element(page.getByText('A manager can give you a link')).toBeVisible();
});

test('leaving the page with the question open does nothing either, and the next action asks again', async () => {
  function Pages() {
    const [isFirst, setIsFirst] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setIsFirst(false)}>
          Leave
        </button>
        <GiveKey hasDialog={isFirst} />
      </>
    );
  }
  await openScreen(<Pages />);
  await page.getByRole('button', { name: 'Give' }).click();
  await expect.element(password).toHaveFocus();
  // behind the dialog, as the browser's own back button is
  for (const button of document.querySelectorAll('button')) if (button.textContent === 'Leave') button.click();
  await expect.element(page.getByText('Not done yet: confirm first that it is you.')).toBeVisible();
});
