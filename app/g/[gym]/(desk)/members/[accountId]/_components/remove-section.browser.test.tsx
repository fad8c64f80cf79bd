import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AtCounter, here } from '#app/_testing/at-counter.tsx';
import { lena } from '#app/_testing/sample-profile.ts';
import { removeMember } from '#app/g/[gym]/(desk)/members/[accountId]/actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import type { ProfileAnswer } from '#lib/wire/members.ts';
import { PersonSection } from './person-section.tsx';
import { ProfileGate } from './profile-gate.tsx';
import { RemoveSection } from './remove-section.tsx';

const section = { accountId: 'a', locationId: here, timeZone: 'Europe/Berlin', mayEdit: true };
const member = { locationId: here, accountId: 'a' };
const erasing = page.getByRole('dialog', { name: 'Erase Lena Vogt?' });
const typed = erasing.getByRole('textbox');
const isGone = page.getByRole('heading', { name: 'This member is no longer here' });

function Live() {
  useLiveUpdates(here);
  return null;
}

async function openPage() {
  const current: ProfileAnswer = { kind: 'current', profile: lena };
  const desk = startFakeDesk({ '/api/desk/members/a': current });
  const opened = await openScreen(
    <AtCounter>
      <Live />
      <ProfileGate {...section}>
        <PersonSection {...section} />
        <RemoveSection {...section} />
      </ProfileGate>
    </AtCounter>,
    { path: '/members/a' },
  );
  return {
    ...opened,
    /** As after a change of a member: the page refetches its own. */
    becomes: (answer: ProfileAnswer) => {
      desk.answer({ '/api/desk/members/a': answer });
      desk.emit('members');
    },
  };
}

test('a membership is ended after a confirmation, and the page keeps no data of the member', async () => {
  const { router } = await openPage();
  await page.getByRole('button', { name: 'End membership' }).click();
  const dialog = page.getByRole('dialog', { name: 'End the membership of Lena Vogt?' });
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectAccessible();
  expect(removeMember).not.toHaveBeenCalled();
  vi.mocked(removeMember).mockResolvedValue({ ok: true, value: { kind: 'removed' } });
  await dialog.getByRole('button', { name: 'End membership' }).click();
  await expect.element(isGone).toBeVisible();
  await expect.element(page.getByText('The membership has ended.')).toBeVisible();
  expect(page.getByText('Vogt').query()).toBeNull();
  expect(router.push.mock.calls).toEqual([['/g/munich-west/members']]);
  expect(router.refresh).toHaveBeenCalled();
  expect(vi.mocked(removeMember).mock.calls).toEqual([[{ how: 'end', ...member }]]);
});

test('a member is erased only after their exact name is typed', async () => {
  const { router } = await openPage();
  const button = page.getByRole('button', { name: 'Erase this person' });
  await expect.element(button).toBeVisible();
  button.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(typed).toHaveFocus();
  vi.mocked(removeMember).mockResolvedValueOnce({ ok: true, value: { kind: 'nameDiffers' } });
  await userEvent.keyboard('Somebody Else{Enter}');
  await expect.element(typed).toHaveAccessibleDescription(/not the name/);
  await expectAccessible();
  await typed.fill('Lena Vogt');
  await expect.element(typed).not.toHaveAccessibleDescription(/not the name/);
  vi.mocked(removeMember).mockResolvedValueOnce({ ok: true, value: { kind: 'removed' } });
  await userEvent.keyboard('{Enter}');
  await expect.element(isGone).toBeVisible();
  expect(page.getByText('Vogt').query()).toBeNull();
  expect(router.push.mock.calls).toEqual([['/g/munich-west/members']]);
  expect(vi.mocked(removeMember).mock.calls).toEqual([
    [{ how: 'erase', ...member, typedName: 'Somebody Else' }],
    [{ how: 'erase', ...member, typedName: 'Lena Vogt' }],
  ]);
});

test('the dialog before erasing keeps the typed name when the member system becomes unreachable', async () => {
  const { becomes } = await openPage();
  await page.getByRole('button', { name: 'Erase this person' }).click();
  await typed.fill('Half a na');
  becomes({ kind: 'remembered', because: 'platformUnavailable', profile: lena, confirmedAt: '2026-11-25T08:41:00Z' });
  // behind the dialog, and so hidden from screen readers
  const edit = page.getByRole('button', { name: 'Edit', includeHidden: true });
  await expect.element(edit).not.toBeInTheDocument();
  await expect.element(typed).toHaveValue('Half a na');
  const error = { code: 'platformUnavailable', message: '', requestId: 'r', retryable: true } as const;
  vi.mocked(removeMember).mockResolvedValue({ ok: false, error });
  await erasing.getByRole('button', { name: 'Erase for good' }).click();
  await expect.element(erasing.getByRole('alert')).toHaveTextContent('member system');
  await expect.element(typed).toHaveValue('Half a na');
});

test('a member who is removed elsewhere disappears from an open page', async () => {
  const { router, becomes } = await openPage();
  await page.getByRole('button', { name: 'Person and membership' }).click();
  await expect.element(page.getByText('Vogt')).toBeVisible();
  becomes({ kind: 'gone' });
  await expect.element(isGone).toBeVisible();
  expect(page.getByText('Vogt').query()).toBeNull();
  expect(router.refresh).toHaveBeenCalled();
  expect(router.push).not.toHaveBeenCalled();
});
