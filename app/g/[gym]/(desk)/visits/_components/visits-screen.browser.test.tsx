import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AtCounter, here } from '#app/_testing/at-counter.tsx';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { VisitFilter, VisitLine, VisitsPage } from '#lib/wire/visits.ts';
import { VisitsScreen } from './visits-screen.tsx';

const today = '2026-11-25';
const noon = Date.parse(`${today}T11:00:00.000Z`);
const lineOf = (given: Partial<VisitLine>): VisitLine => ({
  ...{ id: 'first', kind: 'checkIn', at: `${today}T08:41:07.000Z`, state: 'sent', why: null, isAutomatic: false },
  ...{ accountId: 'of lena', name: 'Lena Vogt', membershipId: 'M-10442', by: 'Ana Keller', ...given },
});
const lena = lineOf({});
const undone = lineOf({ id: 'second', accountId: 'jan', name: 'Jan Kern', membershipId: 'M-2', state: 'undone' });
const pageOf = (lines: VisitLine[], next: string | null = null): VisitsPage => ({
  ...{ lines, people: [{ id: 'ana', name: 'Ana Keller' }], next },
});

const rows = page.getByRole('table', { name: 'Visits' }).getByRole('row');
const row = (name: string) => rows.filter({ hasText: name });
const from = page.getByRole('textbox', { name: 'From', exact: true });
const until = page.getByRole('textbox', { name: 'To', exact: true });
const byName = page.getByRole('textbox', { name: 'Name' });
const status = page.getByRole('combobox', { name: 'Status' });
const toToday = page.getByRole('button', { name: 'Today', exact: true });
const press = (name: string) => {
  page.getByRole('button', { name }).element().focus();
  return userEvent.keyboard('{Enter}');
};

/** Shows Lena's visit and one that was taken back, both of today. */
function answerToday(asked: URLSearchParams): VisitsPage {
  const isToday = (asked.get('until') ?? asked.get('day')) === today;
  const found = [undone, lena].filter(
    ({ name, state }) =>
      name.startsWith(asked.get('name') ?? '') && (!asked.has('group') || state === asked.get('group')),
  );
  return pageOf(isToday ? found : []);
}

/** @returns what the address of the page says by now */
async function openVisits(
  answer: (asked: URLSearchParams) => VisitsPage | Response,
  { asked = { day: today, name: '' }, mayExport = false }: { asked?: VisitFilter; mayExport?: boolean } = {},
) {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: noon });
  startFakeDesk({ '/api/desk/visits': answer });
  const address = vi.spyOn(window.history, 'replaceState').mockImplementation(() => {});
  const location = { id: here, name: 'München West', timeZone: 'Europe/Berlin' };
  const screen = <VisitsScreen location={location} asked={asked} mayExport={mayExport} />;
  await openScreen(<AtCounter>{screen}</AtCounter>, { path: '/visits', hasMain: true });
  return () => String(address.mock.lastCall?.[2]);
}

afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.theme;
});

test.each(['light', 'dark'])('visits are filtered by state and by name, by keyboard alone: %s', async (theme) => {
  document.documentElement.dataset.theme = theme;
  const address = await openVisits(answerToday);
  await expect.element(row('Lena Vogt')).toHaveTextContent(/09:41:07.*M-10442.*Check-in.*Ana Keller/);
  await expect.element(row('Jan Kern')).toHaveTextContent('undone');
  await expect.element(row('Lena Vogt').getByRole('link')).toHaveAttribute('href', '/g/munich-west/members/of%20lena');
  await expect.element(page.getByRole('link', { name: 'Download as CSV' })).not.toBeInTheDocument();
  await expectAccessible();

  status.element().focus();
  await userEvent.keyboard('{Enter}');
  const list = page.getByRole('listbox');
  await expect.element(page.getByRole('option', { name: 'Undone' })).toBeVisible();
  // what lies behind an open list is hidden from those who hear the page, and the focus stays in it
  await expectAccessible(list.element());
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement?.role).toBe('option');
  page.getByRole('option', { name: 'Undone' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Lena Vogt')).not.toBeInTheDocument();
  expect(rows.elements()).toHaveLength(2); // with the headings
  await expect.element(row('Jan Kern')).toBeVisible();
  await expect.element(status).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  page.getByRole('option', { name: 'All statuses' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Lena Vogt')).toBeVisible();

  await byName.fill('Lena');
  await expect.element(row('Jan Kern')).not.toBeInTheDocument();
  expect(address()).toBe(`/g/munich-west/visits?day=${today}&name=Lena`);
  await byName.fill('nobody of this name');
  await expect.element(page.getByText('No visit matches this filter.')).toBeVisible();
  await press('Show all');
  await expect.element(row('Lena Vogt')).toBeVisible();
  expect(address()).toBe(`/g/munich-west/visits?day=${today}`);
});

test('days are gone through by keyboard, one at a time or several', async () => {
  const address = await openVisits(answerToday);
  await expect.element(row('Lena Vogt')).toBeVisible();
  await press('Previous day');
  await expect.element(page.getByText('No visits on this day.')).toBeVisible();
  await until.fill('25.11.2026');
  await userEvent.keyboard('{Tab}');
  await expect.element(row('Lena Vogt')).toHaveTextContent(/25 Nov 2026/);
  expect(address()).toBe(`/g/munich-west/visits?day=2026-11-24&until=${today}`);
  await expectAccessible();
  await press('Previous 2 days');
  await expect.element(page.getByText('No visits on these days.')).toBeVisible();
  await press('Today');
  await expect.element(row('Lena Vogt')).toBeVisible();
  await expect.element(toToday).not.toBeInTheDocument();
});

test('a first day that is typed key by key leaves the last day as it is, and is wrong only once it is left', async () => {
  const asked = { day: '2026-11-19', until: '2026-11-22', name: '' };
  const address = await openVisits(answerToday, { asked });
  await from.fill('');
  await userEvent.type(from, '20.11.2026');
  await expect.poll(address).toBe('/g/munich-west/visits?day=2026-11-20&until=2026-11-22');
  await expect.element(page.getByText('Enter a day')).not.toBeInTheDocument();
  await from.fill('31.2.');
  await expect.element(page.getByText('Enter a day')).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  await expect.element(from).toHaveAccessibleDescription(/Enter a day, such as 25\/11\/2026\./);
  await expectAccessible();
  // a year of two digits is read when the field is left
  await from.fill('21.11.26');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/g/munich-west/visits?day=2026-11-21&until=2026-11-22');
});

test('left open over midnight, the list leads to the day that has begun', async () => {
  const address = await openVisits(answerToday);
  await expect.element(row('Lena Vogt')).toBeVisible();
  await expect.element(toToday).not.toBeInTheDocument();
  vi.setSystemTime(noon + 24 * 3_600_000);
  vi.advanceTimersByTime(20_000);
  await expect.element(toToday).toBeVisible();
  await press('Today');
  expect(address()).toBe('/g/munich-west/visits?day=2026-11-26');
  await expect.element(toToday).not.toBeInTheDocument();
});

test('a manager takes what is shown along as a file', async () => {
  await openVisits(answerToday, { asked: { day: '2026-11-24', name: 'Lena' }, mayExport: true });
  const file = page.getByRole('link', { name: 'Download as CSV' });
  const query = new URLSearchParams({ locationId: here, day: '2026-11-24', name: 'Lena' });
  await expect.element(file).toHaveAttribute('href', `/api/desk/visits/file?${query}`);
  await expect.element(file).toHaveAttribute('download');
});

test('what is printed is read to its end first', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await openVisits((asked) => (asked.has('after') ? pageOf([lena]) : pageOf([undone], 'more')));
  await expect.element(page.getByRole('button', { name: 'Show earlier visits' })).toBeVisible();
  await press('Print');
  await expect.poll(() => print.mock.calls.length).toBe(1);
  await expect.element(row('Lena Vogt')).toBeInTheDocument();
});

test('printing is given up where the list cannot be read to its end, and says so', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  const error = { code: 'notAllowed', message: '', requestId: 'r', retryable: false };
  let asked = 0;
  await openVisits((params) => {
    if (!params.has('after')) return pageOf([lena], 'more');
    asked += 1;
    return Response.json({ ok: false, error }, { status: 403 });
  });
  await expect.element(page.getByRole('button', { name: 'Show earlier visits' })).toBeVisible();
  await press('Print');
  const note = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
  await expect.element(note).toHaveTextContent('could not be loaded');
  expect(print).not.toHaveBeenCalled();
  expect(asked).toBe(1);
  // a thumb finds what closes it, and it covers no word
  const boxOf = (part: 'button' | 'alert') => note.getByRole(part).element().getBoundingClientRect();
  const [close, text] = [boxOf('button'), boxOf('alert')];
  expect(Math.min(close.width, close.height)).toBeGreaterThanOrEqual(44);
  expect(text.right).toBeLessThanOrEqual(close.x);
});
