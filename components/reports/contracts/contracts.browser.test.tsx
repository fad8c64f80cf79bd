import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Report } from '#components/reports/report.tsx';
import { ReportsLayout } from '#components/reports/reports-layout.tsx';
import { takeConsoleErrors } from '#components/testing/browser/console-errors.ts';
import {
  expectAccessible,
  expectFineAtEveryWidth,
  expectToFitEveryWidth,
} from '#components/testing/browser/expect-accessible.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { ContractsReport, ListedMember } from '#lib/wire/contracts.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { Contracts } from './contracts.tsx';

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

const members = Array.from(
  { length: 12 },
  (_, index): ListedMember => ({
    accountId: `a${index}`,
    displayName: `Maximiliane Obermeier-Schönfeld ${index}`,
    membershipId: `M-${index}`,
    membershipType: 'CORPORATE_FITNESS',
    day: '2026-12-03',
    age: 36,
    visits: 8,
    lastVisitAt: '2025-11-26T17:41:00Z',
  }),
);
const all = { members, total: 60, marked: 7 };
const report: ContractsReport = {
  today: '2026-11-27',
  timeZone: 'Europe/Berlin',
  until: '2026-12-27',
  lists: { ending: all, prospects: all, notStarted: all, notSeen: all, birthdays: all },
  months: Array.from({ length: 12 }, (_, index) => ({
    month: `2025-${String(index + 1).padStart(2, '0')}`,
    begun: index * 7,
    firstSeen: index < 3 ? null : index,
  })),
  visitsSince: '2026-11-03',
  membersSince: '2026-10-14',
  of: { members: 1240, withoutEnd: 61, withoutStart: 1, withoutBirthday: 3, ofOtherGyms: 2 },
};
const open = (locale: Locale = 'en', shown: ContractsReport = report) =>
  openScreen(
    <ReportsLayout hasSeveralGyms>
      <Report title="Contracts" gym="Munich West">
        <Contracts
          report={shown}
          choice={{ within: 30, visits: 2 }}
          fileHrefOf={(list) => pathAt('here', '/api/desk/reports/contracts/file', { list })}
          isLinked
        />
      </Report>
    </ReportsLayout>,
    { path: '/reports/contracts', hasMain: true, locale },
  );

test('the lists are accessible at every width, also in dark colours', async () => {
  await open();
  await expectFineAtEveryWidth();
  document.documentElement.dataset.theme = 'dark';
  await expectAccessible();
});

test.each(['en', 'de'] as const)('the lists fit every screen and their frame, in %s', async (locale) => {
  const { container } = await open(locale);
  await expectToFitEveryWidth();
  await page.viewport(390, 844);
  const tables = [...container.querySelectorAll('table:not(details *)')];
  expect(tables).toHaveLength(5);
  const beyond = tables.filter(
    ({ parentElement, scrollWidth }) => scrollWidth > (parentElement?.clientWidth ?? 0) - 36,
  );
  expect(beyond.map(({ textContent }) => textContent)).toEqual([]);
});

test('the first ten of a list are shown, and the others at a press', async () => {
  await open();
  const ending = page.getByRole('table', { name: 'Ending' });
  await expect.element(ending.getByRole('link')).toHaveLength(10);
  const more = page.getByRole('region', { name: 'Ending' }).getByRole('button', { name: 'Show 2 more' });
  more.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(ending.getByRole('link')).toHaveLength(12);
  await expect.element(more).not.toBeInTheDocument();
});

test('a list that cannot be shown leaves the others', async () => {
  const unreadable = { ...all, members: members.map((member) => ({ ...member, lastVisitAt: 'no time' })) };
  await open('en', { ...report, lists: { ...report.lists, prospects: unreadable } });
  const broken = page.getByRole('region', { name: 'Prospects who come' });
  await expect.element(broken.getByRole('alert')).toBeVisible();
  await expect.element(broken.getByRole('table')).not.toBeInTheDocument();
  await expect.element(page.getByRole('table', { name: 'Ending' })).toBeVisible();
  await expect.element(page.getByRole('table', { name: 'Birthdays' })).toBeVisible();
  expect(takeConsoleErrors().join()).toContain('RangeError');
});
