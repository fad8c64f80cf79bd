import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { ContractsReport, ListedMember, ListOfMembers } from '#lib/wire/contracts.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { Contracts } from './contracts.tsx';

const none: ListOfMembers = { members: [], total: 0, marked: 0 };
const lena: ListedMember = {
  accountId: 'a',
  displayName: 'Lena Vogt',
  membershipId: 'M-10442',
  membershipType: 'PREMIUM',
  day: '2026-12-03',
  age: 36,
  visits: 8,
  lastVisitAt: '2026-11-26T17:41:00Z',
};

const report: ContractsReport = {
  today: '2026-11-27',
  timeZone: 'Europe/Berlin',
  until: '2026-12-27',
  lists: {
    ending: { members: [lena], total: 60, marked: 7 },
    prospects: { members: [{ ...lena, day: null }], total: 1, marked: null },
    notStarted: { members: [lena], total: 1, marked: 1 },
    notSeen: { members: [{ ...lena, visits: 0, lastVisitAt: null }], total: 1, marked: null },
    birthdays: { members: [{ ...lena, day: '2026-11-27' }, lena], total: 70, marked: 60 },
  },
  months: [
    { month: '2026-10', begun: 9, firstSeen: null },
    { month: '2026-11', begun: 4, firstSeen: 6 },
  ],
  visitsSince: '2026-11-03',
  membersSince: '2026-10-14',
  of: { members: 240, withoutEnd: 61, withoutStart: 1, withoutBirthday: 3, ofOtherGyms: 2 },
};

const show = (
  shown: ContractsReport = report,
  {
    mayExport = true,
    isLinked = true,
    locale = 'en',
  }: { mayExport?: boolean; isLinked?: boolean; locale?: 'en' | 'de' } = {},
) =>
  render(
    <Contracts
      report={shown}
      choice={{ within: 30, visits: 2 }}
      fileHrefOf={(list) => (mayExport ? pathAt('here', '/api/desk/reports/contracts/file', { list }) : null)}
      isLinked={isLinked}
    />,
    locale,
  );

test('each part says in one sentence what is seen', () => {
  const text = textOf(show());
  expect(text).toContain('60 contracts end in the next 30 days; 7 of the members came in the last 30 days');
  expect(text).toContain('1 prospect came at least twice in the last 90 days: offer a contract');
  expect(text).toContain('1 contract is still to begin; 1 of the members was here already');
  expect(text).toContain('1 member whose contract began in the last 30 days has not been here since: invite them');
  expect(text).toContain('13 contracts began in the last 12 months; the most in October 2026: 9');
  expect(text).toContain('70 members have a birthday until Thursday 3 December; today: 60');
  const german = textOf(show(report, { locale: 'de' }));
  expect(german).toContain(
    '60 Verträge enden in den nächsten 30 Tagen; 7 der Mitglieder waren in den letzten 30 Tagen da',
  );
  expect(german).toContain('70 Mitglieder haben bis Donnerstag, 3. Dezember Geburtstag; heute: 60');
});

test('each part says which days, members and zone it is about, and what is missing', () => {
  const text = textOf(show());
  expect(text).toContain('27 Nov 2026 – 27 Dec 2026, days in Europe/Berlin. Of 240 members, without prospects.');
  expect(text).toContain('61 have no end of contract in the member system.');
  expect(text).toContain('1 has no beginning of contract in the member system.');
  expect(text).toContain('3 have no date of birth in the member system.');
  expect(text).toContain('2 members of other gyms are not counted.');
  expect(text).toContain('Since 14 Oct 2026: Front Desk does not know who was new before, or in that month.');
  expect(text).toContain('Since 3 Nov 2026: Front Desk knows no earlier visits.');
  expect(textOf(show({ ...report, visitsSince: null }))).toContain('Front Desk knows no visits here yet.');
});

test('each member leads to the profile, for readers who may open it', () => {
  expect(show().match(/href="[^"]*\/members\/a"/g)).toHaveLength(6);
  const unlinked = show(report, { isLinked: false });
  expect(unlinked).not.toContain('/members/a');
  expect(unlinked).toContain('Lena Vogt');
});

test('a list that is longer than the page names its file, which only those get who may export', () => {
  expect(textOf(show())).toContain('The first 1 of 60. The CSV file has all of them.');
  expect(show().match(/list=\w+/g)).toEqual([
    'list=ending',
    'list=prospects',
    'list=notStarted',
    'list=notSeen',
    'list=newMembers',
    'list=birthdays',
  ]);
  const without = show(report, { mayExport: false });
  expect(textOf(without)).toContain('The first 1 of 60.');
  expect(without).not.toContain('/file');
});

test('without anybody to list there are sentences and no empty table', () => {
  const lists = { ending: none, prospects: none, notStarted: none, notSeen: none, birthdays: none };
  const markup = show({ ...report, lists, months: [{ month: '2026-11', begun: 0, firstSeen: null }] });
  const text = textOf(markup);
  expect(text).toContain('No contract ends in the next 30 days');
  expect(text).toContain('No prospect came at least twice in the last 90 days');
  expect(text).toContain('No contract is still to begin');
  expect(text).toContain('No member whose contract began in the last 30 days is still to come');
  expect(text).toContain('No contract began in the last 12 months');
  expect(text).toContain('No member has a birthday until');
  expect(markup.match(/<table/g)).toHaveLength(1);
});
