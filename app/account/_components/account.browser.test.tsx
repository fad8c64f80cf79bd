import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as actions from '#app/account/actions.ts';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { watchSettling } from '#components/testing/browser/watch-settling.ts';
import type { PasswordOutcome } from '#lib/wire/account.ts';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

const times = { startedAt: '2026-11-21T08:41:00.000Z', activeAt: '2026-11-21T09:12:00.000Z' };
const sessions = [
  { id: 'this', browser: 'Chrome, Windows', isThis: true, ...times },
  { id: 'other', browser: null, isThis: false, ...times },
];
const change = page.getByRole('button', { name: 'Change password' });
const current = page.getByLabelText('Current password');
const next = page.getByLabelText('New password');
const answer = (kind: PasswordOutcome['kind']) =>
  vi.mocked(actions.changePassword).mockResolvedValueOnce({ ok: true, value: { kind } });

test('the password is changed by keyboard: each mistake is shown at its field, and the input stays', async () => {
  const { router } = await openScreen(<PasswordSection hasPassword passkeys={[]} />, {
    path: '/account',
  });
  await change.click();
  await expect.element(current).toHaveFocus();
  await expect.element(current).toHaveAccessibleDescription('Enter your current password.');
  await expect.element(next).toHaveAccessibleDescription(/needs at least 12 characters/);
  await expectAccessible();
  expect(actions.changePassword).not.toHaveBeenCalled();

  await userEvent.keyboard('not this one{Tab}password1234');
  answer('wrong');
  await userEvent.keyboard('{Enter}');
  await expect.element(current).toHaveAccessibleDescription('This is not your current password.');
  await expect.element(next).toHaveValue('password1234');
  await current.fill('the right one');
  answer('unsafe');
  await change.click();
  await expect.element(next).toHaveAccessibleDescription(/easy to guess/);
  await next.fill('four words in a row');
  answer('tooManyAttempts');
  await change.click();
  await expect.element(current).toHaveAccessibleDescription(/Wait a quarter of an hour/);
  await current.fill('the right one!');
  answer('changed');
  await change.click();
  await expect.element(page.getByText('Your password is changed.')).toBeVisible();
  for (const field of [current, next]) await expect.element(field).toHaveValue('');
  expect(actions.changePassword).toHaveBeenLastCalledWith({ current: 'the right one!', next: 'four words in a row' });
  expect(router.refresh).toHaveBeenCalledOnce();
});

test.each([
  ['the present address', null, /check below that all of them are yours/],
  ['a former address', 'desk.example.com', /^Your password is changed\.$/],
])(
  'after a change, the person with a passkey of %s is told to look at those that still sign in',
  async (_, formerHost, told) => {
    await openScreen(<PasswordSection hasPassword passkeys={[{ formerHost }]} />, {
      path: '/account',
    });
    await current.fill('the right one!');
    await next.fill('four words in a row');
    answer('changed');
    await change.click();
    await expect.element(page.getByText(told)).toBeVisible();
  },
);

test('without a password, the page says how to get one', async () => {
  await openScreen(<PasswordSection hasPassword={false} passkeys={[]} />);
  await expect.element(page.getByText('A manager can give you a link')).toBeVisible();
  await expect.element(change).not.toBeInTheDocument();
});

test('a session that comes into the place of one that has ended takes no second tap', async () => {
  const settling = watchSettling();
  const third = { id: 'third', browser: 'Firefox, Linux', isThis: false, ...times };
  function Screen() {
    const [hasEnded, setEnded] = useState(false);
    return (
      <div onClickCapture={() => setEnded(true)}>
        <SessionsSection
          sessions={hasEnded ? [...sessions.slice(0, 1), third] : [...sessions, third]}
          timeZone="Europe/Berlin"
        />
      </div>
    );
  }
  await openScreen(<Screen />);
  await page.getByRole('button', { name: 'End session' }).first().click();
  await expect.poll(settling).toEqual([expect.stringContaining('Firefox')]);
});

test('sessions are shown with browser and times, and each but this one can be ended', async () => {
  const { router } = await openScreen(<SessionsSection sessions={sessions} timeZone="Europe/Berlin" />);
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent(/Chrome, Windows.*This one.*09:41.*10:12/);
  await expect.element(rows.nth(1)).toHaveTextContent('Unknown browser');
  const end = page.getByRole('button', { name: 'End session' });
  expect(end.elements()).toHaveLength(1);
  await expectAccessible();
  vi.mocked(actions.endOwnSession).mockResolvedValue({ ok: true, value: null });
  await end.click();
  await expect.element(page.getByText('The session has ended.')).toBeVisible();
  expect(vi.mocked(actions.endOwnSession).mock.calls).toEqual([[{ sessionId: 'other' }]]);
  expect(router.refresh).toHaveBeenCalledOnce();
});

test.each(['light', 'dark'])('both sections fit every width: %s', async (theme) => {
  document.documentElement.dataset.theme = theme;
  await openScreen(
    <div className="page grid max-w-3xl gap-5">
      <PasswordSection hasPassword passkeys={[]} />
      <SessionsSection sessions={sessions} timeZone="Europe/Berlin" />
    </div>,
  );
  await expectFineAtEveryWidth();
  delete document.documentElement.dataset.theme;
});
