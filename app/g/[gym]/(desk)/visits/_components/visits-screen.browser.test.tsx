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

/** Shows Lena's visit and an undone one, both of today. */
function answerToday(asked: URLSearchParams): VisitsPage {
  const isToday = (asked.get('until') ?? asked.get('day')) === today;
  const found = [undone, lena].filter(
    ({ name, state }) =>
      name.startsWith(asked.get('name') ?? '') && (!asked.has('group') || state === asked.get('group')),
  );
  return pageOf(isToday ? found : []);
}

/** @returns the current query of the address */
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

test.each(['light', 'dark'])('visits are filtered by state and name by keyboard: %s', async (theme) => {
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
  // behind an open list, the page is hidden from screen readers, and the focus stays in the list
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

test('days are paged by keyboard, one or several at a time', async () => {
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

test('typing the first day keeps the last day, and shows a mistake only on blur', async () => {
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
  // a year of two digits is parsed on blur
  await from.fill('21.11.26');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/g/munich-west/visits?day=2026-11-21&until=2026-11-22');
});

test('a list left open past midnight links to the new day', async () => {
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

test('a manager exports the shown list', async () => {
  await openVisits(answerToday, { asked: { day: '2026-11-24', name: 'Lena' }, mayExport: true });
  const file = page.getByRole('link', { name: 'Download as CSV' });
  const query = new URLSearchParams({ locationId: here, day: '2026-11-24', name: 'Lena' });
  await expect.element(file).toHaveAttribute('href', `/api/desk/visits/file?${query}`);
  await expect.element(file).toHaveAttribute('download');
});

test('printing loads all pages first', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await openVisits((asked) => (asked.has('after') ? pageOf([lena]) : pageOf([undone], 'more')));
  await expect.element(page.getByRole('button', { name: 'Show earlier visits' })).toBeVisible();
  await press('Print');
  await expect.poll(() => print.mock.calls.length).toBe(1);
  await expect.element(row('Lena Vogt')).toBeInTheDocument();
});

test('printing is cancelled with an error if a page cannot be loaded', async () => {
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
  // large enough for touch, and covers no text
  const boxOf = (part: 'button' | 'alert') => note.getByRole(part).element().getBoundingClientRect();
  const [close, text] = [boxOf('button'), boxOf('alert')];
  expect(Math.min(close.width, close.height)).toBeGreaterThanOrEqual(44);
  expect(text.right).toBeLessThanOrEqual(close.x);
});
