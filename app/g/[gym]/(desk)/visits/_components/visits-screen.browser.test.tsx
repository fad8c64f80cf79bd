import { useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AtCounter, here } from '#app/_testing/at-counter.tsx';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { fakeAddress } from '#components/testing/browser/fake-address.tsx';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { closeIdleDialogs } from '#components/ui/open-dialogs.ts';
import { searchOf } from '#lib/browser/queries/list-queries.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import type { VisitFilter, VisitLine, VisitSums, VisitsPage } from '#lib/wire/visits.ts';
import { VisitsScreen } from './visits-screen.tsx';

const today = '2026-11-25';
const noon = Date.parse(`${today}T11:00:00.000Z`);
const at = (time: string) => `${today}T${time}:07.000Z`;
const member = (accountId: string, name: string) => ({ accountId, name, membershipId: 'M-10442', photoUrl: null });
const lena: VisitLine = {
  tab: 'visits',
  id: 'first',
  ...member('of lena', 'Lena Vogt'),
  isFirst: true,
  trouble: null,
  isIn: false,
  in: { at: at('08:41'), how: 'card', by: 'Ana Keller' },
  out: { at: at('10:08'), how: 'automatic', by: null },
};
const omar: VisitLine = {
  tab: 'visits',
  id: 'second',
  ...member('omar', 'Omar Haddad'),
  isFirst: false,
  isIn: true,
  out: null,
  in: { at: at('09:00'), how: 'turnstile', by: null },
  trouble: { state: 'refused', why: 'membershipMissing' },
};
const pohl: VisitLine = {
  tab: 'refused',
  id: 'third',
  ...member('pohl', 'Jan Pohl'),
  at: at('08:00'),
  how: 'card',
  by: 'Ana Keller',
  reason: 'corporateMembershipEnded',
  letIn: { kind: 'anyway', by: 'Mira Sommer', why: 'New contract' },
};
const kern: VisitLine = {
  tab: 'undone',
  id: 'fourth',
  ...member('kern', 'Eva Kern'),
  at: at('08:30'),
  how: 'name',
  by: 'Ana Keller',
  kind: 'checkIn',
};
const sums: VisitSums = {
  visits: 2,
  members: 2,
  firstVisits: 1,
  refused: 1,
  admitted: 1,
  withoutCheckOut: 0,
  withoutCheckIn: 0,
  rows: { visits: 2, refused: 1, undone: 1 },
  since: { visits: '2025-11-03', refused: '2025-11-03' },
};
const pageOf = (lines: VisitLine[], next: string | null = null): VisitsPage => ({
  lines,
  sums,
  people: [{ id: 'ana', name: 'Ana Keller' }],
  next,
});

const rows = page.getByRole('table').getByRole('row');
const row = (name: string) => rows.filter({ hasText: name });
const from = page.getByRole('textbox', { name: 'From', exact: true });
const until = page.getByRole('textbox', { name: 'To', exact: true });
const byName = page.getByRole('textbox', { name: 'Name' });
const status = page.getByRole('combobox', { name: 'Member system' });
const tab = (name: string) => page.getByRole('tab', { name });
const toToday = page.getByRole('button', { name: 'Today', exact: true });
const press = (name: string) => {
  page.getByRole('button', { name }).element().focus();
  return userEvent.keyboard('{Enter}');
};

/** Shows the rows of today. */
function answerToday(asked: URLSearchParams): VisitsPage {
  const isToday = (asked.get('until') ?? asked.get('day')) === today;
  const found = [omar, lena, pohl, kern].filter(
    (line) =>
      line.tab === (asked.get('tab') ?? 'visits') &&
      line.name.startsWith(asked.get('name') ?? '') &&
      (!asked.has('state') || line === omar) &&
      (line.tab !== 'refused' || !asked.has('reason') || line.reason === asked.get('reason')),
  );
  return pageOf(isToday ? found : []);
}

/** @returns the current query of the address */
async function openVisits(
  answer: (asked: URLSearchParams) => VisitsPage | Response,
  {
    asked = { day: today, name: '' },
    mayExport = false,
    maySettle = false,
    locale = 'en',
  }: { asked?: VisitFilter; mayExport?: boolean; maySettle?: boolean; locale?: Locale } = {},
) {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: noon });
  startFakeDesk({ '/api/desk/visits': answer });
  const path = `/visits?${searchOf(asked)}`;
  address = fakeAddress(path);
  const { Addressed, written } = address;
  await openScreen(
    <Addressed>
      <AtCounter>
        <Rendered mayExport={mayExport} maySettle={maySettle} />
      </AtCounter>
    </Addressed>,
    { path, hasMain: true, locale },
  );
  return () => written.at(-1);
}

let address: ReturnType<typeof fakeAddress>;

/** Renders the page anew, as the server does after the gym was renamed. */
let rename: (name: string) => void;

function Rendered(props: { mayExport: boolean; maySettle: boolean }) {
  const [name, setName] = useState('München West');
  rename = (other) => flushSync(() => setName(other));
  const location = { id: here, name, timeZone: 'Europe/Berlin' };
  return <VisitsScreen {...props} location={location} day={today} />;
}

afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.theme;
});

test.each(['light', 'dark'])('visits are filtered by state and name by keyboard: %s', async (theme) => {
  document.documentElement.dataset.theme = theme;
  const address = await openVisits(answerToday);
  await expect
    .element(row('Lena Vogt'))
    .toHaveTextContent(/09:41.*11:08.*1:27 h.*First visit.*M-10442.*Card, out: Closing time.*Ana Keller/);
  await expect.element(row('Omar Haddad')).toHaveTextContent(/10:00.*still in.*no membership any more.*Turnstile/);
  await expect.element(row('Lena Vogt').getByRole('link')).toHaveAttribute('href', '/g/munich-west/members/of%20lena');
  await expect.element(page.getByRole('link', { name: 'Download as CSV' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Outbox' })).not.toBeInTheDocument();
  await expect.element(page.getByText('Refused, but let in anyway: 1.')).toBeVisible();
  await expectAccessible();

  status.element().focus();
  await userEvent.keyboard('{Enter}');
  const list = page.getByRole('listbox');
  await expect.element(page.getByRole('option', { name: 'Not accepted' })).toBeVisible();
  // behind an open list, the page is hidden from screen readers, and the focus stays in the list
  await expectAccessible(list.element());
  page.getByRole('option', { name: 'Not accepted' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Lena Vogt')).not.toBeInTheDocument();
  await expect.element(row('Omar Haddad')).toBeVisible();
  await expect.element(status).toHaveFocus();
  expect(address()).toBe(`/g/munich-west/visits?day=${today}&state=kept`);
  await userEvent.keyboard('{Enter}');
  page.getByRole('option', { name: 'Any status' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Lena Vogt')).toBeVisible();

  await byName.fill('Lena');
  await expect.element(row('Omar Haddad')).not.toBeInTheDocument();
  await expect.poll(address).toBe(`/g/munich-west/visits?day=${today}&name=Lena`);
  await byName.fill('nobody of this name');
  await expect.element(page.getByText('Nothing matches this filter.')).toBeVisible();
  await press('Show all');
  await expect.element(row('Lena Vogt')).toBeVisible();
  await expect.poll(address).toBe(`/g/munich-west/visits?day=${today}`);
});

test('the address is not written at each key, which browsers limit, but before a link is followed', async () => {
  await openVisits(answerToday);
  const link = row('Lena Vogt').getByRole('link');
  await expect.element(link).toBeVisible();
  const input = byName.element() as HTMLInputElement; // safe because: it is a text field
  const { replaceState } = window.history;
  let writtenAtClick: unknown[] = [];
  const stay = (event: Event) => {
    event.preventDefault();
    writtenAtClick = vi.mocked(replaceState).mock.calls.map(([, , href]) => href);
  };
  document.addEventListener('click', stay, { once: true });
  // in one step: no pause can pass in between
  for (const text of ['L', 'Le', 'Len']) {
    flushSync(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
  }
  (link.element() as HTMLElement).click(); // safe because: links are
  expect(writtenAtClick).toEqual([`/g/munich-west/visits?day=${today}&name=Len`]);
});

test('a colleague who saves settings meanwhile takes away nothing of what is typed', async () => {
  await openVisits(answerToday);
  await userEvent.type(byName, 'Le');
  rename('München Ost');
  await userEvent.type(byName, 'na');
  await expect.element(byName).toHaveValue('Lena');
  await expect.element(row('Omar Haddad')).not.toBeInTheDocument();
});

test('nor does the address, which is later than the text', async () => {
  await openVisits(answerToday);
  const showNext = address.delay();
  await userEvent.type(byName, 'Le');
  await expect.poll(() => address.written.at(-1)).toContain('name=Le');
  await userEvent.type(byName, 'n');
  showNext();
  await userEvent.type(byName, 'a');
  await expect.element(byName).toHaveValue('Lena');
});

test('nor does a late address that was written twice', async () => {
  await openVisits(answerToday);
  const showNext = address.delay();
  for (const [index, name] of ['Lena', 'Omar', 'Lena'].entries()) {
    await byName.fill(name);
    await expect.poll(() => address.written.length).toBe(index + 1);
  }
  await userEvent.type(byName, ' Vogt');
  for (let late = 0; late < 3; late += 1) showNext();
  await expect.element(byName).toHaveValue('Lena Vogt');
});

test('a link to the page sets its filter, also to that which it was opened with', async () => {
  const written = await openVisits(answerToday);
  await byName.fill('Lena');
  await expect.poll(written).toContain('name=Lena');
  address.open(`/visits?day=${today}`);
  await expect.element(byName).toHaveValue('');
  await expect.element(row('Omar Haddad')).toBeVisible();
  address.open('/visits?tab=refused&name=Jan');
  await expect.element(row('Jan Pohl')).toBeVisible();
  await expect.element(byName).toHaveValue('Jan');
});

test('tabs show who was turned away and why, and what was undone', async () => {
  const address = await openVisits(answerToday, { maySettle: true });
  await expect
    .element(page.getByRole('link', { name: 'Outbox' }))
    .toHaveAttribute('href', '/g/munich-west/office/outbox');
  await tab('Refused').click();
  await expect
    .element(row('Jan Pohl'))
    .toHaveTextContent(
      /09:00.*Corporate membership has ended.*Let in anyway by Mira Sommer.*New contract.*Card.*Ana Keller/,
    );
  expect(address()).toBe(`/g/munich-west/visits?day=${today}&tab=refused`);
  await expectAccessible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(row('Eva Kern')).toHaveTextContent(/09:30.*Check-in undone.*Name.*Ana Keller/);
  await expect.element(tab('Undone')).toHaveAttribute('aria-selected', 'true');
});

test('on a phone the list comes first, and the filters are in a sheet', async () => {
  await page.viewport(390, 800);
  const address = await openVisits(answerToday);
  await expect.element(row('Lena Vogt')).toBeVisible();
  await expect.element(byName).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Lena');
  await expectAccessible(sheet.element());
  // a scan replaces it: the filter applies already
  closeIdleDialogs();
  await expect.element(sheet).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await sheet.getByRole('button', { name: 'Show the list' }).click();
  await expect.element(page.getByRole('button', { name: 'Filters (1)' })).toHaveFocus();
  await expect.element(row('Omar Haddad')).not.toBeInTheDocument();
  await expect.poll(address).toBe(`/g/munich-west/visits?day=${today}&name=Lena`);
  await page.viewport(1280, 900);
});

test.each([
  ['de', { visits: 12_345, refused: 1_234, undone: 123 }, ['12.345', '1.234', '123'], ['Von', 'Bis']],
  ['en', { visits: 30, refused: 2, undone: 1 }, ['30', '2', '1'], ['From', 'To']],
] as const)(
  'on a phone the number of each list is below its name, and a day is read to its last digit: %s',
  async (locale, rows, numbers, days) => {
    await page.viewport(390, 800);
    await openVisits(() => ({ ...pageOf([lena]), sums: { ...sums, rows } }), { locale });
    for (const [place, number] of numbers.entries()) {
      const name = page.getByRole('tab').nth(place);
      const below = name.getByText(number, { exact: true });
      await expect.element(below).toBeVisible();
      const [whole, line] = [name, below].map((one) => one.element().getBoundingClientRect());
      expect(line?.top).toBeGreaterThan((whole?.top ?? 0) + 20);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: /^Filter/ }).click();
    for (const day of days) {
      const field = page.getByRole('dialog').getByRole('textbox', { name: day, exact: true }).element();
      expect(field.scrollWidth).toBeLessThanOrEqual(field.clientWidth);
    }
    await page.viewport(1280, 900);
  },
);

test('on a phone the first row is on the first screen, and the numbers follow the list', async () => {
  await page.viewport(390, 664);
  await openVisits(answerToday);
  await expect.element(row('Lena Vogt')).toBeVisible();
  const boxOf = (part: typeof from) => part.element().getBoundingClientRect();
  expect(boxOf(row('Omar Haddad')).bottom).toBeLessThan(400);
  expect(boxOf(page.getByText('First visits')).top).toBeGreaterThan(boxOf(row('Lena Vogt')).bottom);
  await expect.element(page.getByText('25 Nov 2026', { exact: true })).toBeVisible();
  await page.viewport(1280, 900);
});

test('those who were turned away are filtered by reason, their list alone', async () => {
  const address = await openVisits(answerToday);
  const reason = page.getByRole('combobox', { name: 'Reason' });
  await expect.element(row('Lena Vogt')).toBeVisible();
  await expect.element(reason).not.toBeInTheDocument();
  await tab('Refused').click();
  await reason.click();
  await page.getByRole('option', { name: 'This card is not known' }).click();
  await expect.element(page.getByText('Nothing matches this filter.')).toBeVisible();
  expect(address()).toBe(`/g/munich-west/visits?day=${today}&tab=refused&reason=cardUnknown`);
  await tab('Visits').click();
  await expect.element(row('Lena Vogt')).toBeVisible();
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
  await openVisits((asked) => (asked.has('after') ? pageOf([lena]) : pageOf([omar], 'more')));
  await expect.element(page.getByRole('button', { name: 'Show earlier ones' })).toBeVisible();
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
  await expect.element(page.getByRole('button', { name: 'Show earlier ones' })).toBeVisible();
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
