import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LeaveQuestion } from '#app/_components/leave-question.tsx';
import { here } from '#app/_testing/at-counter.tsx';
import { saveSettings } from '#app/g/[gym]/(office)/office/location/actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { LocationSettings } from '#lib/wire/locations.ts';
import { SettingsScreen } from './settings-screen.tsx';

const settings: LocationSettings = {
  ...{ checkInOnScan: true, expectsPhotos: false, repeatWindowS: 60, undoS: 10, longestStayH: 8, capacity: 120 },
  ...{ keepsScreenAwake: false, idleLimitMin: null, closingTimes: {} },
};
const field = (label: string) => page.getByLabelText(label, { exact: true });
const save = page.getByRole('button', { name: 'Save', exact: true });
const meanwhile = page.getByRole('alert').filter({ hasText: 'Undo time in seconds: now 12' });

test('concurrent settings of two managers are merged, and leaving unsaved ones asks first', async () => {
  const followed = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const staff = { id: 'mira', displayName: 'Mira Sommer' };
  await openScreen(
    <>
      <a href="/office/staff" onClick={followed}>
        Staff
      </a>
      <SettingsScreen locationId={here} settings={settings} staff={staff} />
      <LeaveQuestion />
    </>,
    { path: '/office/location' },
  );
  await field('Maximum number of people').fill('80');
  await page.getByRole('link', { name: 'Staff' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(followed).not.toHaveBeenCalled();
  await expect.element(field('Maximum number of people')).toHaveValue('80');
  // the other manager has changed the longest stay since this page was opened
  const first = { ...settings, capacity: 80, longestStayH: 6 };
  vi.mocked(saveSettings).mockResolvedValueOnce({ ok: true, value: { kind: 'saved', now: first } });
  await save.click();
  await expect.element(page.getByText('The settings are saved.')).toBeVisible();
  await expect.element(field('Longest stay in hours')).toHaveValue('6');

  await field('Undo time in seconds').fill('5');
  const theirs = { ...first, undoS: 12 };
  vi.mocked(saveSettings).mockResolvedValueOnce({
    ...{ ok: true, value: { kind: 'changedMeanwhile', now: theirs, conflicts: ['undoS'] } },
  });
  await save.click();
  await expect.element(meanwhile).toBeVisible();
  await expect.element(field('Undo time in seconds')).toHaveValue('5');
  await expectAccessible();
  const mine = { ...theirs, undoS: 5 };
  vi.mocked(saveSettings).mockResolvedValueOnce({ ok: true, value: { kind: 'saved', now: mine } });
  await save.click();
  await expect.element(meanwhile).not.toBeInTheDocument();
  await expect.element(field('Undo time in seconds')).toHaveValue('5');
  await expect.element(field('Maximum number of people')).toHaveValue('80');
  expect(vi.mocked(saveSettings).mock.calls.map(([{ base, settings: sent }]) => [base, sent])).toEqual([
    [settings, { ...settings, capacity: 80 }],
    [first, { ...first, undoS: 5 }],
    [theirs, mine],
  ]);
});
