import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LeaveQuestion } from '#app/_components/leave-question.tsx';
import { here } from '#app/_testing/at-counter.tsx';
import { saveSettings } from '#app/g/[gym]/(office)/office/gym/actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { gymSettings } from '#components/testing/gym-settings.ts';
import { GymScreen } from './gym-screen.tsx';

const field = (label: string) => page.getByLabelText(label, { exact: true });
const saveOf = (part: string) =>
  page.getByRole('region', { name: part }).getByRole('button', { name: 'Save', exact: true });
const save = saveOf('In the gym');
const meanwhile = page.getByRole('alert').filter({ hasText: 'Longest stay in hours: now 12' });

test('concurrent settings of two managers are merged, and leaving unsaved ones asks first', async () => {
  const followed = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const staff = { id: 'mira', displayName: 'Mira Sommer' };
  await openScreen(
    <>
      <a href="/office/staff" onClick={followed}>
        Staff
      </a>
      <GymScreen locationId={here} settings={gymSettings} staff={staff} />
      <LeaveQuestion />
    </>,
    { path: '/office/gym' },
  );
  await field('Maximum number of people').fill('80');
  await page.getByRole('link', { name: 'Staff' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(followed).not.toHaveBeenCalled();
  await expect.element(field('Maximum number of people')).toHaveValue('80');
  // the other manager has changed the longest stay since this page was opened
  const presence = { capacity: 120, longestStayH: 8 };
  const first = { ...gymSettings, capacity: 80, longestStayH: 6 };
  vi.mocked(saveSettings).mockResolvedValueOnce({ ok: true, value: { kind: 'saved', now: first } });
  await save.click();
  await expect.element(page.getByText('The settings are saved.')).toBeVisible();
  await expect.element(field('Longest stay in hours')).toHaveValue('6');

  await field('Longest stay in hours').fill('5');
  const theirs = { ...first, longestStayH: 12 };
  vi.mocked(saveSettings).mockResolvedValueOnce({
    ok: true,
    value: { kind: 'changedMeanwhile', now: theirs, conflicts: ['longestStayH'] },
  });
  await save.click();
  await expect.element(meanwhile).toBeVisible();
  await expect.element(field('Longest stay in hours')).toHaveValue('5');
  await expectAccessible();
  vi.mocked(saveSettings).mockResolvedValueOnce({
    ok: true,
    value: { kind: 'saved', now: { ...theirs, longestStayH: 5 } },
  });
  await save.click();
  await expect.element(meanwhile).not.toBeInTheDocument();
  await expect.element(field('Longest stay in hours')).toHaveValue('5');
  await expect.element(field('Maximum number of people')).toHaveValue('80');
  const [mine, changed] = [
    { capacity: 80, longestStayH: 6 },
    { capacity: 80, longestStayH: 12 },
  ];
  expect(vi.mocked(saveSettings).mock.calls.map(([{ base, settings }]) => [base, settings])).toEqual([
    [presence, { ...presence, capacity: 80 }],
    [mine, { ...mine, longestStayH: 5 }],
    [changed, { ...changed, longestStayH: 5 }],
  ]);
});

test('saved settings stay in the form until the page has newer ones, also after another manager has changed some', async () => {
  const theirs = { ...gymSettings, longestStayH: 6 };
  function Followed() {
    const [settings, follow] = useState(gymSettings);
    return (
      <>
        <GymScreen locationId={here} settings={settings} staff={{ id: 'mira', displayName: 'Mira Sommer' }} />
        <button type="button" onClick={() => follow(theirs)}>
          Follow
        </button>
      </>
    );
  }
  await openScreen(<Followed />, { path: '/office/gym' });
  await field('Maximum number of people').fill('80');
  await page.getByRole('button', { name: 'Follow' }).click();
  vi.mocked(saveSettings).mockResolvedValueOnce({
    ok: true,
    value: { kind: 'saved', now: { ...theirs, capacity: 80 } },
  });
  await save.click();
  await expect.element(page.getByText('The settings are saved.')).toBeVisible();
  // the page was not rendered anew yet
  await expect.element(field('Maximum number of people')).toHaveValue('80');
  await expect.element(field('Longest stay in hours')).toHaveValue('6');
});
