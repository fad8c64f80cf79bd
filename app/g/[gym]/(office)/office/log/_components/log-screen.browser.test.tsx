import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { OfficeLayout } from '#components/office/office-layout.tsx';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { fakeAddress } from '#components/testing/browser/fake-address.tsx';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { LogEntry, LogFilter, LogPage } from '#lib/wire/audit-log.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { LogScreen } from './log-screen.tsx';

const today = '2026-11-25';
const mira = { id: '3c8f6c52-8f0b-4f4e-9a77-6f0a4d1f2b33', name: 'Mira Sommer', isFormer: false };
const ben = { id: '5c8f6c52-8f0b-4f4e-9a77-6f0a4d1f2b34', name: 'Ben Left', isFormer: true };
const entryOf = (given: Partial<LogEntry> & Pick<LogEntry, 'id' | 'action'>): LogEntry => ({
  at: `${today}T08:41:07.000Z`,
  by: 'Mira Sommer',
  member: null,
  colleague: null,
  details: [],
  clientAddress: null,
  ...given,
});
const jan = { kind: 'known', accountId: 'of jan', name: 'Jan Pohl', membershipId: 'M-10443' } as const;
const lena = { kind: 'known', accountId: 'of lena', name: 'Lena Vogt', membershipId: 'M-10001' } as const;
const override = entryOf({
  id: '1',
  action: 'admitAnyway',
  member: jan,
  details: [
    { label: 'refusal', text: 'corporateMembershipEnded' },
    { label: 'reason', text: 'His company renews on Monday.' },
  ],
});
const refused = entryOf({
  id: '2',
  action: 'signInFailed',
  at: '2026-11-24T21:03:00.000Z',
  clientAddress: '2001:db8::17',
  details: [{ label: 'means', text: 'password' }],
});
const settings = entryOf({
  id: '3',
  action: 'changeLocation',
  details: [
    { label: 'setting', text: 'undoS 10 → 5' },
    { label: 'setting', text: 'checkInOnScan true → false' },
    { label: 'setting', text: 'closing.monday none → 22:30' },
  ],
});
const edited = entryOf({
  id: '4',
  action: 'editMember',
  by: 'Ana Keller',
  member: { kind: 'former' },
  details: [
    { label: 'field', text: 'contact.phone' },
    { label: 'notConfirmed', text: '' },
  ],
});
const badge = entryOf({ id: '5', action: 'giveBadge', by: null, colleague: 'Jonas Brandt' });
const exported = entryOf({
  id: '6',
  action: 'exportVisits',
  details: [
    { label: 'firstDay', text: '2026-11-01' },
    { label: 'lastDay', text: '2026-11-24' },
  ],
});
const note = entryOf({
  id: '7',
  action: 'removeNote',
  member: lena,
  details: [{ label: 'noteLevel', text: 'stop' }],
});
const booked = entryOf({
  id: '8',
  action: 'bookProduct',
  member: lena,
  details: [
    { label: 'product', text: 'Sauna' },
    { label: 'firstDay', text: '2026-11-21' },
    { label: 'lastDay', text: '2026-12-24' },
    { label: 'daysBefore', text: '2026-11-21 2026-12-01' },
  ],
});
const all = [note, booked, override, settings, edited, badge, exported, refused];

const rows = page.getByRole('table', { name: 'Log' }).getByRole('row');
const row = (text: string) => rows.filter({ hasText: text });
const kind = page.getByRole('combobox', { name: 'Kind' });
const pageOf = (entries: LogEntry[], next: string | null = null): LogPage => ({ entries, people: [mira, ben], next });

interface Opened {
  asked?: LogFilter;
  locale?: Locale;
}

/** @returns the current address */
async function openLog(
  answer: (asked: URLSearchParams) => LogPage | Response,
  { asked = {}, locale = 'en' }: Opened = {},
) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${today}T11:00:00.000Z`) });
  startFakeDesk({ '/api/desk/log': answer });
  const path = `/office/log?${new URLSearchParams(asked)}`;
  address = fakeAddress(path);
  const { Addressed, written } = address;
  await openScreen(
    <Addressed>
      <OfficeLayout>
        <LogScreen locationId={here} timeZone="Europe/Berlin" />
      </OfficeLayout>
    </Addressed>,
    { path, hasMain: true, locale },
  );
  return () => written.at(-1);
}

let address: ReturnType<typeof fakeAddress>;

afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.theme;
});

test.each(['light', 'dark'])('every entry says who did what and why, at every width: %s', async (theme) => {
  document.documentElement.dataset.theme = theme;
  await openLog(() => pageOf(all));
  await expect
    .element(row('Let a member in although'))
    .toHaveTextContent(
      /09:41:07Mira Sommer.*Refused because: corporate fitness has ended.*Reason: His company renews on Monday\..*Jan Pohl.*M-10443/,
    );
  await expect.element(row('Jan Pohl').getByRole('link')).toHaveAttribute('href', '/g/munich-west/members/of%20jan');
  await expect
    .element(row('Sign-in failed'))
    .toHaveTextContent(/24 Nov 2026.*22:03:00.*With a password.*From 2001:db8::17/);
  await expect
    .element(row('Changed settings'))
    .toHaveTextContent(/Undo.*: 10 → 5.*Check in on scan: yes → no.*Monday: none → 22:30/);
  await expect
    .element(row('Ana Keller'))
    .toHaveTextContent(/Phone.*Not confirmed by the member system.*A former member/);
  await expect.element(row('Assigned a badge: Jonas Brandt')).toHaveTextContent('Operator');
  await expect.element(row('Downloaded the visits')).toHaveTextContent(/From 1 Nov 2026.*To 24 Nov 2026/);
  await expect
    .element(row('Removed a note about a member'))
    .toHaveTextContent(/A note that stops at the counter.*Lena Vogt/);
  await expect
    .element(row('Booked a product'))
    .toHaveTextContent(/Product: Sauna.*From 21 Nov 2026.*To 24 Dec 2026.*Before: 21 Nov 2026 – 1 Dec 2026.*Lena Vogt/);
  await expectFineAtEveryWidth();
});

test('filters stand in the address and in the link to the file', async () => {
  const asked: URLSearchParams[] = [];
  const address = await openLog((query) => {
    asked.push(query);
    return pageOf(query.get('kind') === 'denied' ? [refused] : all);
  });
  await expect.element(row('Sign-in failed')).toBeVisible();
  await kind.click();
  await page.getByRole('option', { name: 'Refused attempts' }).click();
  await expect.element(row('Let a member in')).not.toBeInTheDocument();
  await page.getByRole('textbox', { name: 'Member' }).fill('Pohl');
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('24.11.2026');
  await userEvent.keyboard('{Tab}');
  await page.getByRole('combobox', { name: 'Person' }).click();
  await expect.element(page.getByRole('option', { name: 'Ben Left (has left)' })).toBeVisible();
  await page.getByRole('option', { name: 'Mira Sommer' }).click();
  const query = `from=2026-11-24&by=${mira.id}&member=Pohl&kind=denied`;
  expect(address()).toBe(`/g/munich-west/office/log?${query}`);
  await expect.poll(() => asked.at(-1)?.get('member')).toBe('Pohl');
  const file = page.getByRole('link', { name: 'Download as CSV' });
  await expect
    .poll(() => new URL(file.element().getAttribute('href') ?? '', 'http://desk').searchParams.get('member'))
    .toBe('Pohl');
  await expect.element(file).toHaveAttribute('href', expect.stringContaining('kind=denied'));
  await expectAccessible();
});

test('the address takes away nothing of a typed name, though it has no space at the end and is late; a link to the log does', async () => {
  const written = await openLog(() => pageOf(all));
  const member = page.getByRole('textbox', { name: 'Member' });
  const showNext = address.delay();
  await userEvent.type(member, 'Eva ');
  await expect.poll(written).toContain('member=Eva');
  await userEvent.type(member, 'K');
  showNext();
  await userEvent.type(member, 'ern');
  await expect.element(member).toHaveValue('Eva Kern');
  await expect.poll(written).toContain('member=Eva+Kern');
  showNext();
  address.open('/office/log');
  await expect.element(member).toHaveValue('');
});

test('a day before 2000 is refused at its field, and no filter', async () => {
  await openLog(() => pageOf(all));
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('31.12.1999');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByText(/^Enter a day, such as/)).toBeVisible();
  await expect.element(row('Sign-in failed')).toBeVisible();
  const file = page.getByRole('link', { name: 'Download as CSV' });
  await expect.element(file).not.toHaveAttribute('href', expect.stringContaining('from='));
});

test('a bookmarked filter without entries can be left', async () => {
  const address = await openLog((query) => pageOf(query.has('kind') ? [] : all), { asked: { kind: 'cards' } });
  await expect.element(page.getByText('No entry matches this filter.')).toBeVisible();
  await expect.element(kind).toHaveTextContent('Cards');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.element(row('Sign-in failed')).toBeVisible();
  expect(address()).toBe('/g/munich-west/office/log');
});

test('further pages are loaded on request', async () => {
  await openLog((query) => (query.has('after') ? pageOf([refused]) : pageOf([override], 'more')));
  await expect.element(row('Let a member in')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.element(row('Sign-in failed')).toBeVisible();
  await expect.element(row('Let a member in')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('a log that cannot be loaded says so, and is tried again', async () => {
  const error = { code: 'unexpected', message: '', requestId: 'r', retryable: false };
  let isBroken = true;
  await openLog(() => (isBroken ? Response.json({ ok: false, error }, { status: 403 }) : pageOf([])));
  await expect.element(page.getByRole('alert')).toHaveTextContent('The log could not be loaded.');
  await expectAccessible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Nothing has been recorded yet.')).toBeVisible();
});

test('the page is in German, and nothing is cut off on a phone', async () => {
  await openLog(() => pageOf(all), { locale: 'de' });
  await expect
    .element(page.getByRole('table', { name: 'Protokoll' }))
    .toHaveTextContent(/Abgelehnt, weil: Firmenfitness abgelaufen/);
  await expectFineAtEveryWidth();
});
