import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { saveSettings } from '#app/g/[gym]/(office)/office/gym/actions.ts';
import { OfficeLayout } from '#components/office/office-layout.tsx';
import { takeConsoleErrors } from '#components/testing/browser/console-errors.ts';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { gymSettings } from '#components/testing/gym-settings.ts';
import type { LocationSettings } from '#lib/wire/locations.ts';
import { GymScreen } from './gym-screen.tsx';

const staff = { id: 'mira', displayName: 'Mira Sommer' };
const screenOf = (settings: Partial<LocationSettings> = {}) => (
  <GymScreen locationId={here} settings={{ ...gymSettings, ...settings }} staff={staff} />
);
const field = (label: string) => page.getByLabelText(label, { exact: true });
const closingTime = page.getByRole('textbox', { name: 'Closing time' });
const part = (name: string) => page.getByRole('region', { name });
const save = (name: string) => part(name).getByRole('button', { name: 'Save', exact: true });
const dialog = page.getByRole('dialog');
const accept = (change: Partial<LocationSettings>) =>
  vi.mocked(saveSettings).mockResolvedValue({ ok: true, value: { kind: 'saved', now: { ...gymSettings, ...change } } });
const sent = () => vi.mocked(saveSettings).mock.calls.map(([{ base, settings }]) => [base, settings]);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T11:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.theme;
});

test('each subject is saved on its own, and pages are then rendered anew', async () => {
  const { router } = await openScreen(screenOf());
  page.getByRole('switch', { name: 'Check in on scan' }).element().focus();
  await userEvent.keyboard(' ');
  await field('Undo time in seconds').fill('5');
  await field('Maximum number of people').fill('80');
  accept({ checkInOnScan: false, undoS: 5 });
  await save('Check-in').click();
  await expect.element(page.getByText('The settings are saved.')).toBeVisible();
  const { checkInOnScan, expectsPhotos, repeatWindowS, undoS } = gymSettings;
  const checkIn = { checkInOnScan, expectsPhotos, repeatWindowS, undoS };
  expect(router.refresh).toHaveBeenCalledTimes(1);
  expect(sent()).toEqual([[checkIn, { ...checkIn, checkInOnScan: false, undoS: 5 }]]);
  await expect.element(field('Maximum number of people')).toHaveValue('80');
  await expect.element(field('Undo time in seconds')).toHaveValue('5');
});

test('a part that fails asks for the page again, and its neighbours keep what was typed', async () => {
  // safe because: that is what is tested
  const { router } = await openScreen(screenOf({ closingTimes: null as never }));
  takeConsoleErrors();
  await field('Undo time in seconds').fill('5');
  const broken = part('Closing time');
  await expect.element(broken.getByRole('alert')).toHaveTextContent('This section cannot be shown.');
  await broken.getByRole('button', { name: 'Try again' }).click();
  expect(router.refresh).toHaveBeenCalledTimes(1);
  await expect.element(broken.getByRole('alert')).toBeVisible();
  takeConsoleErrors();
  await expect.element(field('Undo time in seconds')).toHaveValue('5');
});

test('numbers out of range are refused at their fields', async () => {
  await openScreen(screenOf());
  await field('Undo time in seconds').fill('61');
  await save('Check-in').click();
  await expect.element(field('Undo time in seconds')).toHaveFocus();
  await expect
    .element(field('Undo time in seconds'))
    .toHaveAccessibleDescription(/Enter a whole number from 0 to 60\./);
  await field('Longest stay in hours').fill('a day');
  await save('In the gym').click();
  await expect
    .element(field('Longest stay in hours'))
    .toHaveAccessibleDescription(/Enter a whole number from 1 to 24\./);
  await expectAccessible();
  expect(saveSettings).not.toHaveBeenCalled();
});

test('a new time zone says what it changes and needs confirmation; one that is not known and a taken name are refused at their fields', async () => {
  const { router } = await openScreen(screenOf());
  await field('Time zone').fill('Europe/Munich');
  await save('Name and time zone').click();
  await expect.element(field('Time zone')).toHaveAccessibleDescription(/Choose a time zone from the list/);
  await field('Time zone').fill('Europe/London');
  await field('Name of the gym').fill('Munich North');
  await save('Name and time zone').click();
  await expect.element(dialog).toHaveAccessibleName('Change the time zone to Europe/London?');
  await expect.element(dialog).toHaveTextContent('the visits of a day, closing times, due days of tasks');
  await expectAccessible();
  vi.mocked(saveSettings).mockResolvedValueOnce({ ok: true, value: { kind: 'timeZoneUnknown' } });
  await dialog.getByRole('button', { name: 'Change time zone' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .element(field('Time zone'))
    .toHaveAccessibleDescription(/This time zone is not known here yet: enter another one/);
  await save('Name and time zone').click();
  vi.mocked(saveSettings).mockResolvedValueOnce({ ok: true, value: { kind: 'nameTaken' } });
  await dialog.getByRole('button', { name: 'Change time zone' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .element(field('Name of the gym'))
    .toHaveAccessibleDescription(/Another of your gyms has this name already\./);
  expect(router.refresh).not.toHaveBeenCalled();

  await field('Name of the gym').fill('Munich East');
  await save('Name and time zone').click();
  accept({ name: 'Munich East', timeZone: 'Europe/London' });
  await dialog.getByRole('button', { name: 'Change time zone' }).click();
  await expect.element(page.getByText('The settings are saved.')).toBeVisible();
  expect(router.refresh).toHaveBeenCalled();
  // only a change of the zone asks
  await field('Name of the gym').fill('Munich');
  accept({ name: 'Munich', timeZone: 'Europe/London' });
  await save('Name and time zone').click();
  await expect.poll(sent).toHaveLength(4);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a time zone that is stored by another name is then shown by it, without unsaved input, which would not follow changes made elsewhere', async () => {
  function Followed() {
    const [settings, follow] = useState(gymSettings);
    return (
      <>
        <GymScreen locationId={here} settings={settings} staff={staff} />
        <button type="button" onClick={() => follow({ ...gymSettings, timeZone: 'Asia/Tokyo' })}>
          Follow
        </button>
      </>
    );
  }
  await openScreen(<Followed />);
  await field('Time zone').fill('US/Eastern');
  await save('Name and time zone').click();
  accept({ timeZone: 'America/New_York' });
  await dialog.getByRole('button', { name: 'Change time zone' }).click();
  await expect.element(page.getByText('The settings are saved.')).toBeVisible();
  await expect.element(field('Time zone')).toHaveValue('America/New_York');
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect.element(field('Time zone')).toHaveValue('Asia/Tokyo');
});

test('one time is set for all days, single days differ, and an invalid time is reported at its day', async () => {
  await openScreen(screenOf());
  await closingTime.fill('late');
  await save('Closing time').click();
  await expect.element(closingTime).toHaveFocus();
  await expect.element(closingTime).toHaveAccessibleDescription(/Enter a time, for example 22:30/);
  await closingTime.fill('2230');
  await expect.element(closingTime).not.toHaveAccessibleDescription(/Enter a time/);
  await page.getByRole('switch', { name: 'Same for all days' }).click();
  await expect.element(field('Sunday')).toHaveValue('22:30');
  await field('Friday').fill('00:30');
  await expect.element(field('Friday')).toHaveAccessibleDescription('In the early hours of Saturday');
  const all = ['monday', 'tuesday', 'wednesday', 'thursday', 'saturday', 'sunday'].map((day) => [day, '22:30']);
  const closingTimes = { ...Object.fromEntries(all), friday: '00:30' };
  accept({ closingTimes });
  await save('Closing time').click();
  await expect.poll(sent).toEqual([
    [
      { closingTimes: {}, closingExceptions: [] },
      { closingTimes, closingExceptions: [] },
    ],
  ]);
  await page.getByRole('switch', { name: 'Same for all days' }).click();
  await expect.element(closingTime).toHaveValue('22:30');
});

test('exceptions are added for several days at once, removed, and past ones are folded away', async () => {
  const past = { day: '2026-11-01', time: '20:00', note: 'All Saints' };
  await openScreen(screenOf({ closingExceptions: [past] }));
  const list = part('Closing time').getByRole('list', { name: 'Exceptions' });
  await expect.element(page.getByText('No exceptions are coming up.')).toBeVisible();
  await expect.element(page.getByText('All Saints')).not.toBeVisible();
  const openDialog = () => page.getByRole('button', { name: 'Add days' }).click();

  await openDialog();
  await dialog.getByRole('textbox', { name: 'First day' }).fill('25 Dec 2026');
  await dialog.getByRole('textbox', { name: 'Last day' }).fill('24 Dec 2026');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect
    .element(dialog.getByRole('textbox', { name: 'Last day' }))
    .toHaveAccessibleDescription(/The last day is before the first\./);
  await expectAccessible();
  await dialog.getByRole('textbox', { name: 'Last day' }).fill('26 Dec 2026');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Christmas');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect.element(list).toHaveTextContent(/25 Dec 2026 – .*26 Dec 2026Closed all day · Christmas/);

  await openDialog();
  await dialog.getByRole('textbox', { name: 'First day' }).fill('24 Dec 2026');
  await dialog.getByText('Other closing time', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect
    .element(dialog.getByRole('textbox', { name: 'Closing time' }))
    .toHaveAccessibleDescription(/Enter a time/);
  await dialog.getByRole('textbox', { name: 'Closing time' }).fill('14');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect.element(list).toHaveTextContent(/24 Dec 2026Closes at 14:00/);

  const christmas = ['2026-12-25', '2026-12-26'].map((day) => ({ day, time: null, note: 'Christmas' }));
  const closingExceptions = [past, { day: '2026-12-24', time: '14:00', note: '' }, ...christmas];
  accept({ closingExceptions });
  await save('Closing time').click();
  await expect.poll(sent).toMatchObject([[{ closingExceptions: [past] }, { closingExceptions }]]);
  await list.getByRole('button', { name: /^Remove .*25 Dec/ }).click();
  await expect.element(list.getByRole('listitem')).toHaveTextContent('24 Dec 2026');
  await page.getByText('Past days (1)').click();
  await expect.element(page.getByText('All Saints')).toBeVisible();
});

test('a closing that another manager changed is named with its day', async () => {
  const eve = { day: '2026-12-24', time: '14:00', note: 'Christmas Eve' };
  await openScreen(screenOf({ closingExceptions: [eve] }));
  await part('Closing time')
    .getByRole('button', { name: /^Remove .*24 Dec/ })
    .click();
  const now = { ...gymSettings, closingExceptions: [{ ...eve, time: '12:00' }] };
  vi.mocked(saveSettings).mockResolvedValueOnce({
    ok: true,
    value: { kind: 'changedMeanwhile', now, conflicts: ['2026-12-24'] },
  });
  await save('Closing time').click();
  const told = page.getByRole('alert').filter({ hasText: 'These settings were changed in the meantime' });
  await expect.element(told).toHaveTextContent(/24 Dec 2026: now Closes at 12:00 \(Christmas Eve\)/);
  await expect.element(page.getByText('No exceptions are coming up.')).toBeVisible();
});

test('settings that change elsewhere are shown, except in a form with unsaved input, which saves only its own change', async () => {
  function Followed() {
    const [settings, follow] = useState(gymSettings);
    return (
      <>
        <GymScreen locationId={here} settings={settings} staff={staff} />
        <button type="button" onClick={() => follow({ ...gymSettings, capacity: 90, undoS: 5 })}>
          Follow
        </button>
      </>
    );
  }
  await openScreen(<Followed />);
  await field('Undo time in seconds').fill('7');
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect.element(field('Maximum number of people')).toHaveValue('90');
  await expect.element(field('Undo time in seconds')).toHaveValue('7');
  await field('Maximum number of people').fill('80');
  accept({ capacity: 80, undoS: 5 });
  await save('In the gym').click();
  await save('Check-in').click();
  await expect.poll(sent).toMatchObject([
    [{ capacity: 90 }, { capacity: 80 }],
    [{ undoS: gymSettings.undoS }, { undoS: 7 }],
  ]);
});

test('unsaved input names its author once another manager has signed in', async () => {
  function TwoManagers() {
    const [person, signIn] = useState(staff);
    return (
      <>
        <GymScreen locationId={here} settings={gymSettings} staff={person} />
        <button type="button" onClick={() => signIn({ id: 'ana', displayName: 'Ana Keller' })}>
          Ana
        </button>
      </>
    );
  }
  await openScreen(<TwoManagers />);
  await field('Maximum number of people').fill('80');
  await page.getByRole('button', { name: 'Ana' }).click();
  await expect.element(part('In the gym')).toHaveTextContent('Mira Sommer');
  await expect.element(part('Check-in')).not.toHaveTextContent('Mira Sommer');
});

test.each([
  ['light', 'de'],
  ['dark', 'en'],
] as const)('the page is accessible on phone and tablet: %s, %s', async (theme, locale) => {
  document.documentElement.dataset.theme = theme;
  const closingExceptions = [
    { day: '2026-11-01', time: '20:00', note: '' },
    { day: '2026-12-24', time: '14:00', note: 'Christmas Eve' },
    { day: '2026-12-25', time: null, note: 'A note that is as long as a note may be, which is sixty let' },
  ];
  const closingTimes = { monday: '22:00', friday: '00:30' };
  await openScreen(<OfficeLayout>{screenOf({ closingExceptions, closingTimes })}</OfficeLayout>, {
    path: '/office/gym',
    hasMain: true,
    locale,
  });
  await expect.element(page.getByRole('list').filter({ hasText: 'Christmas Eve' })).toBeVisible();
  await expectFineAtEveryWidth();
});
