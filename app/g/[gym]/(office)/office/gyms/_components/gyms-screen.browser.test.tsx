import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import * as actions from '#app/g/[gym]/(office)/office/gyms/actions.ts';
import { OfficeLayout } from '#components/office/office-layout.tsx';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { Gym, GymList, RetireOutcome } from '#lib/wire/gyms.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { GymsScreen } from './gyms-screen.tsx';

const gymOf = (given: Partial<Gym> & Pick<Gym, 'id' | 'name' | 'slug'>): Gym => ({
  timeZone: 'Europe/Berlin',
  retiredAt: null,
  optOutsWaitSince: null,
  optOutsAsked: null,
  ...given,
});
const west = gymOf({ id: here, name: 'Munich West', slug: 'munich-west' });
const east = gymOf({ id: 'east', name: 'Munich East', slug: 'munich-east' });
const old = gymOf({ id: 'old', name: 'Old Hall', slug: 'old-hall', retiredAt: '2026-10-01T08:00:00.000Z' });
const asked = { count: 12, since: '2026-11-02T08:00:00.000Z' };
const waiting = {
  ...old,
  optOutsWaitSince: '2026-11-02T08:00:00.000Z',
  optOutsAsked: asked,
  optOutsConfirmed: { count: 12, at: '2026-11-02T08:30:00.000Z' },
};
const people: GymList['people'] = [
  { id: 'ana', name: 'Ana Keller', role: 'reception', isDisabled: false, gymIds: [here] },
  { id: 'mira', name: 'Mira Sommer', role: 'manager', isDisabled: false, gymIds: [here, 'east', 'old'] },
];
const dialog = page.getByRole('dialog');

async function openGyms(gyms: Gym[], { locale = 'en' }: { locale?: Locale } = {}) {
  // times of the same year are shown without it
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T11:00:00.000Z') });
  const desk = startFakeDesk({ '/api/desk/gyms': { gyms, people } satisfies GymList });
  const screen = <GymsScreen locationId={here} timeZone="Europe/Berlin" />;
  const opened = await openScreen(<OfficeLayout>{screen}</OfficeLayout>, {
    path: '/office/gyms',
    hasMain: true,
    locale,
  });
  await expect.element(page.getByRole('table')).toBeVisible();
  return { ...opened, become: (now: Gym[]) => desk.answer({ '/api/desk/gyms': { gyms: now, people } }) };
}

afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.theme;
});

test('a gym is added once its member system accepts the key, and problems are shown at their fields', async () => {
  const { router } = await openGyms([west]);
  await expect.element(page.getByText('Your last gym cannot be retired.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a gym' }).click();
  await dialog.getByRole('button', { name: 'Check and add' }).click();
  await expect.element(dialog.getByLabelText('Name of the gym')).toHaveAccessibleDescription('Enter a name.');
  await dialog.getByLabelText('Name of the gym').fill('Vienna');
  await dialog.getByLabelText('Time zone').fill('Europe/Vienna');
  await dialog.getByLabelText('Address of the member system').fill('https://api.example.com');
  await dialog.getByLabelText('API key of this gym').fill('fd_key');
  vi.mocked(actions.addGym).mockResolvedValueOnce({ ok: true, value: { kind: 'rejected' } });
  await dialog.getByRole('button', { name: 'Check and add' }).click();
  await expect
    .element(dialog.getByLabelText('API key of this gym'))
    .toHaveAccessibleDescription(/The member system does not accept this key\. Nothing was added\./);
  await expectAccessible();
  vi.mocked(actions.addGym).mockResolvedValueOnce({ ok: true, value: { kind: 'timeZoneUnknown' } });
  await dialog.getByRole('button', { name: 'Check and add' }).click();
  await expect
    .element(dialog.getByLabelText('Time zone'))
    .toHaveAccessibleDescription(/This time zone is not known here yet: enter another one/);
  await dialog.getByLabelText('API key of this gym').fill('fd_right_key');
  vi.mocked(actions.addGym).mockResolvedValueOnce({ ok: true, value: { kind: 'added', slug: 'vienna' } });
  await dialog.getByRole('button', { name: 'Check and add' }).click();
  await expect.element(page.getByText('Vienna is added.')).toBeVisible();
  expect(router.push).toHaveBeenCalledWith('/g/vienna/office/gym');
  expect(vi.mocked(actions.addGym).mock.calls.at(-1)).toEqual([
    {
      locationId: here,
      name: 'Vienna',
      timeZone: 'Europe/Vienna',
      slug: '',
      apiUrl: 'https://api.example.com',
      apiKey: 'fd_right_key',
    },
  ]);
});

test('a gym is retired and brought back, and one with unsent visits says so', async () => {
  const { become } = await openGyms([east, west, old]);
  page.getByRole('button', { name: 'Retire: Munich East' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toHaveTextContent('Its pages close at once');
  await expect.element(dialog).toHaveTextContent('you open its corporate fitness statement here');
  await expect.element(dialog).toHaveTextContent('every counter there is online');
  await expectAccessible();
  vi.mocked(actions.retireGym).mockResolvedValueOnce({ ok: true, value: { kind: 'unsent', count: 3 } });
  await dialog.getByRole('button', { name: 'Retire' }).click();
  await expect.element(page.getByText(/Munich East was not retired: 3 entries have not reached/)).toBeVisible();
  await page.getByRole('button', { name: 'Retire: Munich East' }).click();
  vi.mocked(actions.retireGym).mockResolvedValueOnce({ ok: true, value: { kind: 'retired' } });
  become([west, { ...east, retiredAt: '2026-11-26T08:00:00.000Z' }, old]);
  await dialog.getByRole('button', { name: 'Retire' }).click();
  await expect.element(page.getByText('Munich East is retired.')).toBeVisible();
  await page.getByRole('button', { name: 'Bring back: Old Hall' }).click();
  vi.mocked(actions.reopenGym).mockResolvedValueOnce({ ok: true, value: { kind: 'reopened' } });
  await dialog.getByRole('button', { name: 'Bring back' }).click();
  await expect.element(page.getByText('Old Hall is back.')).toBeVisible();
  expect(vi.mocked(actions.reopenGym).mock.calls).toEqual([[{ locationId: here, gymId: 'old' }]]);
});

test('members who are in are counted, and checked out only once the manager has confirmed their number', async () => {
  await openGyms([east, west]);
  const answer = (value: RetireOutcome) => vi.mocked(actions.retireGym).mockResolvedValueOnce({ ok: true, value });
  await page.getByRole('button', { name: 'Retire: Munich East' }).click();
  answer({ kind: 'present', count: 12 });
  await dialog.getByRole('button', { name: 'Retire' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('12 members are in right now.');
  await expectAccessible();
  answer({ kind: 'present', count: 13 });
  await dialog.getByRole('button', { name: 'Check out and retire' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('13 members are in right now.');
  answer({ kind: 'retired' });
  await dialog.getByRole('button', { name: 'Check out and retire' }).click();
  await expect.element(page.getByText('Munich East is retired.')).toBeVisible();
  const told = vi.mocked(actions.retireGym).mock.calls.map(([{ gymId, present }]) => [gymId, present]);
  expect(told.slice(-3)).toEqual([
    ['east', 0],
    ['east', 12],
    ['east', 13],
  ]);
});

test('the data of many who opted out at a retired gym is deleted once it is confirmed, though the gym has no pages', async () => {
  const { become } = await openGyms([west, { ...old, optOutsAsked: asked }]);
  await expect.element(page.getByText(/12 members opted out at once\. Nothing has been deleted/)).toBeVisible();
  await page.getByRole('button', { name: 'Delete their data: Old Hall' }).click();
  await expect.element(dialog).toHaveTextContent('Delete the data of 12 members?');
  await expectAccessible();
  vi.mocked(actions.confirmGymOptOuts).mockResolvedValueOnce({ ok: true, value: { kind: 'confirmed' } });
  become([west, { ...old, optOutsConfirmed: { count: 12, at: '2026-11-02T08:30:00.000Z' } }]);
  await dialog.getByRole('button', { name: 'Delete their data' }).click();
  await expect.element(page.getByText('The data will be deleted as soon as the list can be read.')).toBeVisible();
  await expect.element(page.getByText(/12 members opted out/)).not.toBeInTheDocument();
  await expect.element(page.getByText('The data of 12 members will be deleted')).toBeVisible();
  await expect.element(page.getByText(/Confirmed: 2 Nov, 09:30/)).toBeVisible();
  const confirmed = { locationId: here, gymId: 'old', ...asked };
  expect(vi.mocked(actions.confirmGymOptOuts).mock.calls).toEqual([[confirmed]]);
});

test('the corporate fitness statement of a retired gym, which has no pages, is a link in the list', async () => {
  await openGyms([east, west, old]);
  const links = page.getByRole('link', { name: /Corporate fitness statement/ });
  expect(links.elements()).toHaveLength(1);
  await expect.element(links).toHaveAccessibleName('Corporate fitness statement: Old Hall');
  await expect.element(links).toHaveAttribute('href', '/g/munich-west/reports/corporate-statement?retired=old-hall');
});

test('the manager who retires the gym of this page is led to another', async () => {
  const { router } = await openGyms([east, west]);
  await page.getByRole('button', { name: 'Retire: Munich West' }).click();
  vi.mocked(actions.retireGym).mockResolvedValueOnce({ ok: true, value: { kind: 'retired' } });
  await dialog.getByRole('button', { name: 'Retire' }).click();
  await expect.poll(() => router.push.mock.calls).toEqual([['/g/munich-east']]);
});

test.each([
  ['light', 'de'],
  ['dark', 'en'],
] as const)(
  'who works where stands in a table, and the page is accessible at every width: %s, %s',
  async (theme, locale) => {
    document.documentElement.dataset.theme = theme;
    await openGyms([east, west, waiting], { locale });
    await expect
      .element(page.getByText(locale === 'en' ? /Members who opted out cannot/ : /Mitglieder mit Widerspruch/))
      .toBeVisible();
    const table = page.getByRole('table');
    await expect.element(table.getByRole('row', { name: /Ana Keller/ }).getByRole('img')).toBeVisible();
    expect(table.getByRole('columnheader').elements()).toHaveLength(3);
    await expectFineAtEveryWidth();
  },
);
