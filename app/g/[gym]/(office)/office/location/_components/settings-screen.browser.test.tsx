import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { statusOf } from '#app/_testing/platform-status.ts';
import { saveSettings } from '#app/g/[gym]/(office)/office/location/actions.ts';
import { OfficeLayout } from '#components/office/office-layout.tsx';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { LocationSettings } from '#lib/wire/locations.ts';
import { ApiKeyScreen } from './api-key-screen.tsx';
import { LegacyScreen } from './legacy-screen.tsx';
import { RetentionScreen } from './retention-screen.tsx';
import { SettingsScreen } from './settings-screen.tsx';

const staff = { id: 'mira', displayName: 'Mira Sommer' };
const settings: LocationSettings = {
  ...{ checkInOnScan: true, expectsPhotos: false, repeatWindowS: 60, undoS: 10, longestStayH: 8, capacity: 120 },
  ...{ keepsScreenAwake: false, idleLimitMin: null, closingTimes: {} },
};
const screen = <SettingsScreen locationId={here} settings={settings} staff={staff} />;
const field = (label: string) => page.getByLabelText(label, { exact: true });
const save = page.getByRole('button', { name: 'Save', exact: true });

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

test('settings are saved together, with a hint on closing times at night', async () => {
  await openScreen(screen);
  page.getByRole('switch', { name: 'Check in on scan' }).element().focus();
  await userEvent.keyboard(' ');
  await field('Undo time in seconds').fill('5');
  await field('Maximum number of people').fill('80');
  await field('Friday').fill('00:30');
  await expect.element(field('Friday')).toHaveAccessibleDescription('In the early hours of Saturday');
  const changed = { ...settings, checkInOnScan: false, undoS: 5, capacity: 80, closingTimes: { friday: '00:30' } };
  vi.mocked(saveSettings).mockResolvedValue({ ok: true, value: { kind: 'saved', now: changed } });
  await save.click();
  await expect.element(page.getByText('The settings are saved.')).toBeVisible();
  expect(vi.mocked(saveSettings).mock.calls).toEqual([[{ locationId: here, base: settings, settings: changed }]]);
  await expect.element(field('Friday')).toHaveValue('00:30');
  await expect.element(field('Undo time in seconds')).toHaveValue('5');
});

test('numbers out of range are refused at their fields', async () => {
  await openScreen(screen);
  await field('Undo time in seconds').fill('61');
  await field('Longest stay in hours').fill('a day');
  await save.click();
  await expect.element(field('Undo time in seconds')).toHaveFocus();
  await expect
    .element(field('Undo time in seconds'))
    .toHaveAccessibleDescription(/Enter a whole number from 0 to 60\./);
  await expect
    .element(field('Longest stay in hours'))
    .toHaveAccessibleDescription(/Enter a whole number from 1 to 24\./);
  await expectAccessible();
  expect(saveSettings).not.toHaveBeenCalled();
});

test('one time can be set for the whole week, and an invalid time is reported at its day', async () => {
  await openScreen(screen);
  await field('Monday').fill('late');
  await save.click();
  await expect.element(field('Monday')).toHaveFocus();
  await expect.element(field('Monday')).toHaveAccessibleDescription(/Enter a time, for example 22:30/);
  expect(saveSettings).not.toHaveBeenCalled();
  await field('Monday').fill('2230');
  await expect.element(field('Monday')).not.toHaveAccessibleDescription(/Enter a time/);
  await page.getByRole('button', { name: '22:30 every day' }).click();
  await expect.element(field('Sunday')).toHaveValue('22:30');
});

test.each(['light', 'dark'])('the page is accessible on phone and tablet: %s', async (theme) => {
  document.documentElement.dataset.theme = theme;
  startFakeDesk({ '/api/desk/status': statusOf(), '/api/desk/legacy': { legacy: null } });
  const place = { locationId: here, timeZone: 'Europe/Berlin', staff };
  const keepsAll = { keepVisitsMonths: null, keepAuditLogMonths: null, keepWebhooksMonths: null };
  await openScreen(
    <OfficeLayout>
      {screen}
      <ApiKeyScreen {...place} />
      <LegacyScreen {...place} />
      <RetentionScreen locationId={here} staff={staff} retention={keepsAll} />
    </OfficeLayout>,
    { path: '/office/location', hasMain: true },
  );
  await expect.element(page.getByText('The member system accepts the key in use.')).toBeVisible();
  await expect.element(page.getByText('Not set up.')).toBeVisible();
  await expectFineAtEveryWidth();
});
