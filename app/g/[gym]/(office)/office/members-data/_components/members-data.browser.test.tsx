import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { checkOptOuts, confirmOptOuts } from '#app/g/[gym]/(office)/office/members-data/actions.ts';
import { OfficeLayout } from '#components/office/office-layout.tsx';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { MemberMatch, MemberMatches } from '#lib/wire/directory.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import type { OptOutPage, OptOutRun, OptOutState } from '#lib/wire/opt-outs.ts';
import { MemberFileScreen } from './member-file-screen.tsx';
import { OptOutsScreen } from './opt-outs-screen.tsx';
import { RetentionScreen } from './retention-screen.tsx';

const place = { locationId: here, timeZone: 'Europe/Berlin' };
const calm: OptOutState = { isConnected: true, isPending: false, failure: null, asked: null };
const since = '2026-11-25T08:12:00.000Z';
const runOf = (run: Partial<OptOutRun>): OptOutRun => ({
  id: '1',
  at: since,
  by: null,
  listed: 40,
  members: 0,
  records: 0,
  waiting: 0,
  ...run,
});
const proof = page.getByRole('table', { name: 'Proof of deletions' });
const dialog = page.getByRole('dialog');

async function openOptOuts(state: Partial<OptOutState>, runs: OptOutRun[] = []) {
  const answerOf = (now: Partial<OptOutState>, done: OptOutRun[]): OptOutPage => ({
    state: { ...calm, ...now },
    runs: done,
    next: null,
  });
  const desk = startFakeDesk({ '/api/desk/opt-outs': answerOf(state, runs) });
  await openScreen(<OptOutsScreen {...place} />);
  return {
    desk,
    become: (now: Partial<OptOutState>, done: OptOutRun[]) =>
      desk.answer({ '/api/desk/opt-outs': answerOf(now, done) }),
  };
}

afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.theme;
});

test('a check on demand runs in the background, and its proof appears by itself', async () => {
  const { desk, become } = await openOptOuts({});
  await expect.element(page.getByText('No check has been completed yet.')).toBeVisible();
  vi.mocked(checkOptOuts).mockImplementation(async () => {
    become({ isPending: true }, []);
    return { ok: true, value: { pausedUntil: null } };
  });
  page.getByRole('button', { name: 'Check now' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Checking now …' })).toHaveAttribute('aria-disabled', 'true');
  expect(vi.mocked(checkOptOuts).mock.calls).toEqual([[{ locationId: here }]]);
  become({}, [runOf({ by: 'Mira Sommer', members: 2, records: 1_234 })]);
  desk.emit('status');
  await expect.element(proof.getByRole('row').nth(1)).toHaveTextContent(/Mira Sommer.*40.*2.*1,234.*0/);
  await expect.element(page.getByRole('button', { name: 'Check now' })).toBeVisible();
});

test('while the data export takes no requests, it is said from when on it does, and a check asked for meanwhile is one for then', async () => {
  const until = new Date(Date.now() + 60_000).toISOString();
  const { become } = await openOptOuts({ paused: { until, isReadThen: false } });
  await expect.element(page.getByText(/takes no requests before .*\d{2}:\d{2}\.$/)).toBeVisible();
  vi.mocked(checkOptOuts).mockImplementation(async () => {
    become({ paused: { until, isReadThen: true } }, []);
    return { ok: true, value: { pausedUntil: until } };
  });
  await expectAccessible();
  await page.getByRole('button', { name: 'Check as soon as possible' }).click();
  await expect.element(page.getByText(/before .*\d{2}:\d{2}\. Then Front Desk reads the list\.$/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Check/ })).not.toBeInTheDocument();
});

test('many at once wait until the manager has confirmed the number that is shown', async () => {
  const asked = { count: 12, since };
  const { become } = await openOptOuts({ asked });
  const notice = page.getByRole('status').filter({ hasText: '12 members opted out at once' });
  await expect.element(notice).toHaveTextContent('Nothing has been deleted.');
  await notice.getByRole('button', { name: 'Delete their data' }).click();
  await expect.element(dialog).toHaveAccessibleName('Delete the data of 12 members?');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  expect(confirmOptOuts).not.toHaveBeenCalled();
  await notice.getByRole('button', { name: 'Delete their data' }).click();
  vi.mocked(confirmOptOuts).mockImplementation(async () => {
    become({ isPending: true }, []);
    return { ok: true, value: { kind: 'confirmed' } };
  });
  await dialog.getByRole('button', { name: 'Delete their data' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  expect(vi.mocked(confirmOptOuts).mock.calls).toEqual([[{ ...asked, locationId: here }]]);
});

test.each([
  ['unreachable', /has given no list since .* Nothing was deleted/],
  ['refused', /has not accepted the key since/],
  ['permissionMissing', /may not use the data export since .* Ask the provider to extend it/],
  [
    'busy',
    /the rate limit of the data export has been used up\. Nothing was deleted; .* once the data export allows it/,
  ],
  ['unreadable', /is no such list\. Nothing was deleted/],
  ['failed', /tries again every hour\. If this goes on for a day, tell whoever operates Front Desk/],
] as const)('a list that is %s is told, with what it means', async (kind, text) => {
  await openOptOuts({ failure: { kind, since } });
  await expect.element(page.getByText(text)).toBeVisible();
});

test('why the data export is not reached is told in the words of the connection', async () => {
  await openOptOuts({ failure: { kind: 'unreachable', since, cause: 'certificateExpired' } });
  await expect.element(page.getByText(/security certificate has expired/)).toBeVisible();
});

test('a confirmation that waits for a list is shown, beside the failure', async () => {
  await openOptOuts({ failure: { kind: 'busy', since, cause: null }, confirmed: { count: 12, at: since } });
  const told = page.getByRole('status').filter({ hasText: 'The data of 12 members will be deleted' });
  await expect.element(told).toHaveTextContent('as soon as the list can be read');
  await expectAccessible();
});

test.each([
  ['en', /Confirmed: \d{2}:\d{2}\. Front Desk/],
  ['de', /Bestätigt: \d{2}:\d{2}\. Front Desk/],
] as const)('a confirmation of today has its time, without a day: %s', async (locale, text) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T11:00:00.000Z') });
  const state = { ...calm, confirmed: { count: 12, at: new Date().toISOString() } };
  startFakeDesk({ '/api/desk/opt-outs': { state, runs: [], next: null } satisfies OptOutPage });
  await openScreen(<OptOutsScreen {...place} />, { locale });
  await expect.element(page.getByText(text)).toBeVisible();
});

test('a gym without the data export is led to its connection', async () => {
  await openOptOuts({ isConnected: false });
  await expect
    .element(page.getByRole('link', { name: 'To the connection' }))
    .toHaveAttribute('href', '/g/munich-west/office/connection');
  await expect.element(page.getByRole('button', { name: 'Check now' })).not.toBeInTheDocument();
});

const match: MemberMatch = {
  accountId: 'of lena',
  displayName: 'Lena Vogt',
  initials: 'LV',
  membershipType: 'PREMIUM',
  membershipId: 'M-10442',
  memberSince: null,
  photoUrl: '/api/desk/photos/lena',
  dateOfBirth: null,
  contractEnd: null,
  inSince: null,
};
const found: MemberMatches = { matches: [match], total: 1, isExact: true, isWhole: true };

test('a member is found by search, and their data and photo are files', async () => {
  startFakeDesk({ '/api/desk/members': found, '/api/desk/search': found, '/api/desk/member-search': found });
  await openScreen(<MemberFileScreen {...place} />);
  await page.getByLabelText('Find the member').fill('Vogt');
  await page.getByRole('option', { name: /Lena Vogt/ }).click();
  const file = page.getByRole('link', { name: 'Download data (JSON)' });
  await expect.element(file).toHaveAttribute('href', `/api/desk/member-file?locationId=${here}&accountId=of+lena`);
  await expect
    .element(page.getByRole('link', { name: 'Download photo' }))
    .toHaveAttribute('href', '/api/desk/photos/lena');
  await expect.element(page.getByText(/Not included is what lies in the member system alone/)).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Another member' }).click();
  await expect.element(page.getByLabelText('Find the member')).toBeVisible();
});

test('a member who is deleted, here or elsewhere, is no longer shown, unless that was before they came back', async () => {
  const search = { '/api/desk/members': found, '/api/desk/search': found, '/api/desk/member-search': found };
  const earlier = { accountId: match.accountId, at: '2026-11-02T09:00:00.000Z' };
  const desk = startFakeDesk({ ...search, '/api/desk/forgotten': [earlier] });
  await openScreen(<MemberFileScreen {...place} />);
  await page.getByLabelText('Find the member').fill('Vogt');
  await page.getByRole('option', { name: /Lena Vogt/ }).click();
  await expect.element(page.getByText('Lena Vogt')).toBeVisible();
  await expect.poll(() => desk.requests.some(({ path }) => path === '/api/desk/forgotten')).toBe(true);
  desk.answer({ '/api/desk/forgotten': [{ ...earlier, at: since }] });
  desk.emit('forgotten');
  await expect.element(page.getByLabelText('Find the member')).toBeVisible();
  await expect.element(page.getByText('Lena Vogt')).not.toBeInTheDocument();
});

test.each([
  ['light', 'de'],
  ['dark', 'en'],
] as const)('the page is accessible on phone and tablet: %s, %s', async (theme, locale: Locale) => {
  document.documentElement.dataset.theme = theme;
  const runs = [runOf({ id: '1', members: 2, records: 118 }), runOf({ id: '2', by: 'Mira Sommer', waiting: 1 })];
  const state: OptOutState = { ...calm, asked: { count: 12, since }, failure: { kind: 'unreachable', since } };
  startFakeDesk({ '/api/desk/opt-outs': { state, runs, next: 'more' } satisfies OptOutPage });
  const keepsAll = { keepVisitsMonths: null, keepAuditLogMonths: null, keepWebhooksMonths: null };
  await openScreen(
    <OfficeLayout>
      <OptOutsScreen {...place} />
      <MemberFileScreen {...place} />
      <RetentionScreen locationId={here} staff={{ id: 'mira', displayName: 'Mira Sommer' }} retention={keepsAll} />
    </OfficeLayout>,
    { path: '/office/members-data', hasMain: true, locale },
  );
  await expect.element(page.getByRole('table')).toBeVisible();
  await expectFineAtEveryWidth();
});
