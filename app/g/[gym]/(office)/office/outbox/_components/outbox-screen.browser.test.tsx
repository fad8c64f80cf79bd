import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { assignCard } from '#app/g/[gym]/(desk)/cards-actions.ts';
import * as actions from '#app/g/[gym]/(office)/office/outbox/actions.ts';
import { OfficeLayout } from '#components/office/office-layout.tsx';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { MemberMatch, MemberMatches } from '#lib/wire/directory.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import type { OutboxOutcome, OutboxPage, OutboxRow } from '#lib/wire/outbox.ts';
import { OutboxScreen } from './outbox-screen.tsx';

const now = Date.parse('2026-11-25T11:00:00.000Z');
const rowOf = (given: Partial<OutboxRow> & Pick<OutboxRow, 'id'>): OutboxRow => ({
  ledger: 'visits',
  change: 'checkIn',
  at: '2026-11-25T08:41:07.000Z',
  state: 'refused',
  why: null,
  nextAt: null,
  member: null,
  scanned: null,
  task: null,
  by: 'Ana Keller',
  ...given,
});
const lena = { accountId: 'of lena', name: 'Lena Vogt', membershipId: 'M-10442' };
const card = rowOf({
  id: '1',
  state: 'unresolved',
  why: 'cardUnknown',
  scanned: { kind: 'rfid', value: '0x04A23BC21C2680' },
});
const refused = rowOf({ id: '2', why: 'corporateFitnessMembershipExpired', member: lena });
const task = rowOf({
  id: '3',
  ledger: 'tasks',
  change: 'complete',
  why: 'changedMeanwhile',
  task: 'Introduction',
  member: { accountId: 'of omar', name: 'Omar Haddad', membershipId: null },
});
const waiting = rowOf({
  id: '4',
  change: 'checkOut',
  state: 'waiting',
  why: 'unreachable',
  nextAt: '2026-11-25T11:05:00.000Z',
  by: null,
  member: { accountId: 'of jan', name: 'Jan Pohl', membershipId: 'M-10443' },
});
const odd = rowOf({ id: '5', why: 'gymClosedThatDay', scanned: { kind: 'nfc', value: 'token-of-a-pass-000017' } });
const message = rowOf({
  id: '6',
  ledger: 'messages',
  change: 'message',
  why: 'missing',
  member: { accountId: 'of mia', name: 'Mia Roth', membershipId: 'M-10444' },
});
const all = [card, refused, task, odd, waiting, message];

const rows = page.getByRole('table', { name: 'Outbox' }).getByRole('row');
const row = (text: string) => rows.filter({ hasText: text });
const button = (text: string, name: string) => row(text).getByRole('button', { name });
const dialog = page.getByRole('dialog');
const outcome = (kind: OutboxOutcome['kind']) => ({ ok: true, value: { kind } }) as const;

/** @returns sets the rows for later responses */
async function openOutbox(first: OutboxRow[], { locale = 'en', unsure }: { locale?: Locale; unsure?: number } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  let found = first;
  const desk = startFakeDesk({ '/api/desk/outbox': (): OutboxPage => ({ rows: found, next: null, unsure }) });
  const screen = <OutboxScreen locationId={here} timeZone="Europe/Berlin" />;
  await openScreen(<OfficeLayout>{screen}</OfficeLayout>, { path: '/office/outbox', hasMain: true, locale });
  if (first.length > 0) await expect.element(page.getByRole('table')).toBeVisible();
  return {
    desk,
    become: (...rowsNow: OutboxRow[]) => {
      found = rowsNow;
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.theme;
});

test.each(['light', 'dark'])(
  'every row says what it is, whose, and why it was not sent, at every width: %s',
  async (theme) => {
    document.documentElement.dataset.theme = theme;
    await openOutbox(all);
    await expect
      .element(row('0x04A2'))
      .toHaveTextContent(/09:41.*Check-in.*Ana Keller.*Member not found.*This card belongs to nobody/);
    await expect.element(row('Lena Vogt')).toHaveTextContent(/M-10442.*Refused.*Corporate fitness had ended\./);
    await expect
      .element(row('Lena Vogt').getByRole('link'))
      .toHaveAttribute('href', '/g/munich-west/members/of%20lena');
    await expect.element(row('Omar Haddad')).toHaveTextContent(/Completed task.*Introduction.*in the meantime/);
    await expect.element(row('Pass …000017')).toHaveTextContent('The member system answered: gymClosedThatDay');
    await expect
      .element(row('Jan Pohl'))
      .toHaveTextContent(/Waits to be sent.*could not be reached.*Next attempt: 12:05/);
    await expect.element(row('Mia Roth')).toHaveTextContent(/Message.*Refused.*does not know this member/);
    // what waits is sent automatically
    await expect.element(button('Jan Pohl', 'Dismiss')).not.toBeInTheDocument();
    await expect.element(button('Lena Vogt', 'Give to a member')).not.toBeInTheDocument();
    await expectFineAtEveryWidth();
  },
);

test('a row is retried, and one that was sent meanwhile says so', async () => {
  const { become } = await openOutbox([refused, waiting]);
  vi.mocked(actions.retryUnsent).mockResolvedValue(outcome('done'));
  become({ ...refused, state: 'waiting', why: null }, waiting);
  await button('Lena Vogt', 'Retry').click();
  await expect.element(page.getByText('It is tried again now.')).toBeVisible();
  await expect.element(row('Lena Vogt')).toHaveTextContent('Waits to be sent');
  expect(vi.mocked(actions.retryUnsent).mock.calls).toEqual([[{ locationId: here, ledger: 'visits', id: '2' }]]);
  vi.mocked(actions.retryUnsent).mockResolvedValue(outcome('sent'));
  become();
  await button('Jan Pohl', 'Retry').click();
  await expect.element(page.getByText('It has reached the member system in the meantime.')).toBeVisible();
  await expect.element(page.getByText('Nothing waits to be sent, and nothing was refused.')).toBeVisible();
});

test('a row is dismissed by keyboard with a reason', async () => {
  const { become } = await openOutbox([refused]);
  button('Lena Vogt', 'Dismiss').element().focus();
  await userEvent.keyboard('{Enter}');
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect.element(reason).toHaveFocus();
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(reason).toHaveAccessibleDescription('Enter a reason of at least three characters.');
  await expectAccessible();
  expect(actions.dismissUnsent).not.toHaveBeenCalled();
  await reason.fill('Recorded by hand.');
  vi.mocked(actions.dismissUnsent).mockResolvedValue(outcome('done'));
  become();
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByText('It is dismissed. The reason is in the log.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  const input = { locationId: here, ledger: 'visits', id: '2', reason: 'Recorded by hand.' };
  expect(vi.mocked(actions.dismissUnsent).mock.calls).toEqual([[input]]);
});

test.each<[Locale, RegExp, RegExp]>([
  ['en', /Dismiss “Completed task · Introduction · Omar Haddad · 10:05”\?/, /Dismiss “Check-in · 0x04A2.* · 09:41”\?/],
  [
    'de',
    /„Erledigte Aufgabe · Introduction · Omar Haddad · 10:05“ verwerfen\?/,
    /„Check-in · 0x04A2.* · 09:41“ verwerfen/,
  ],
])('the question before a row is dismissed says which row it is: %s', async (locale, ofTask, ofCard) => {
  const later = { ...task, at: '2026-11-25T09:05:00.000Z' };
  await openOutbox([refused, later, card], { locale });
  const name = { en: 'Dismiss', de: 'Verwerfen' }[locale];
  const dismiss = (text: string) => page.getByRole('row').filter({ hasText: text }).getByRole('button', { name });
  await dismiss('Omar Haddad').click();
  await expect.element(dialog).toHaveAccessibleName(ofTask);
  await expect.element(dialog).not.toHaveTextContent(/Lena Vogt|09:41/);
  await expectFineAtEveryWidth();
  await userEvent.keyboard('{Escape}');
  await dismiss('0x04A2').click();
  await expect.element(dialog).toHaveAccessibleName(ofCard);
});

test('an unknown card is given to a member, and its visit is sent', async () => {
  const { desk, become } = await openOutbox([card]);
  const match: MemberMatch = {
    accountId: 'of lena',
    displayName: 'Lena Vogt',
    initials: 'LV',
    membershipType: 'PREMIUM',
    membershipId: 'M-10442',
    memberSince: null,
    photoUrl: null,
    dateOfBirth: null,
    contractEnd: null,
    inSince: null,
  };
  const found: MemberMatches = { matches: [match], total: 1, isExact: true, isWhole: true };
  desk.answer({ '/api/desk/members': found, '/api/desk/search': found, '/api/desk/member-search': found });
  vi.mocked(assignCard).mockResolvedValue({ ok: true, value: { kind: 'assigned', movedFrom: null } });
  vi.mocked(actions.retryUnsent).mockResolvedValue(outcome('done'));
  await button('0x04A2', 'Give to a member').click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('Vogt');
  await page.getByRole('option', { name: /Lena Vogt/ }).click();
  await expectAccessible();
  become();
  await dialog.getByRole('button', { name: /Lena Vogt/ }).click();
  await expect.element(page.getByText('The card belongs to the member now. The visit is tried again.')).toBeVisible();
  expect(vi.mocked(assignCard).mock.calls[0]?.[0]).toMatchObject({
    accountId: 'of lena',
    card: { kind: 'rfid', value: '0x04A23BC21C2680' },
  });
  expect(vi.mocked(actions.retryUnsent).mock.calls).toEqual([[{ locationId: here, ledger: 'visits', id: '1' }]]);
});

test('the page is in German, and nothing is cut off on a phone', async () => {
  await openOutbox(all, { locale: 'de' });
  await expect.element(page.getByRole('table', { name: 'Ausgang' })).toHaveTextContent(/Mitglied nicht gefunden/);
  await expectFineAtEveryWidth();
});

test('an empty outbox does not say that messages have arrived which may not have', async () => {
  await openOutbox([], { unsure: 2 });
  await expect.element(page.getByText('Nothing waits to be sent, and nothing was refused.')).toBeVisible();
  await expect.element(page.getByText('2 messages of the last 24 hours may not have arrived')).toBeVisible();
  await expectFineAtEveryWidth();
});
