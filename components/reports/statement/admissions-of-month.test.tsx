import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { CorporateStatement, StatementException } from '#lib/wire/corporate-statement.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { AdmissionsOfMonth } from './admissions-of-month.tsx';
import { RefusalsOfMonth } from './refusals-of-month.tsx';
import { StatementExceptions } from './statement-exceptions.tsx';
import { StatementOfMonth } from './statement-of-month.tsx';

const counts = { granted: 1, firsts: 0, unanswered: 0 };
const lena = { accountId: 'lena', membershipId: 'M-7001', ...counts };
const jan = { accountId: 'jan', membershipId: null, ...counts };

const statementOf = (change: Partial<CorporateStatement> = {}): CorporateStatement => ({
  month: '2026-10',
  timeZone: 'Europe/Berlin',
  isOver: true,
  asOf: '2026-11-27T12:05:00Z',
  since: '2026-01-02',
  until: null,
  retirements: [],
  isElsewhereReported: true,
  days: [
    { day: '2026-10-02', ...counts, granted: 3, members: 2, each: [{ ...lena, granted: 2, firsts: 1 }, jan] },
    { day: '2026-10-05', ...counts, members: 1, each: [lena, { ...jan, granted: 0, unanswered: 1 }] },
  ],
  total: { granted: 4, firsts: 1, unanswered: 0, members: 2, askedLater: 0, undone: 0 },
  refusals: [],
  exceptions: [],
  ...change,
});
const file = pathAt('here', '/api/desk/reports/corporate-statement/file', { month: '2026-10' });
const show = (statement: CorporateStatement, locale: 'en' | 'de' = 'en', fileHref: typeof file | null = file) =>
  render(<AdmissionsOfMonth statement={statement} fileHref={fileHref} />, locale);

test('a statement names its month, its sums and who came on each day', () => {
  const text = textOf(show(statementOf()));
  expect(text).toContain('4 admissions of 2 corporate members in October 2026, 1 of them a first visit');
  expect(text).toContain('1 Oct 2026 – 31 Oct 2026, days in Europe/Berlin. As of 27 Nov 2026, 13:05.');
  expect(text).toContain('Fri 2 Oct 3 2 0 M-7001 × 2 (first) , jan');
  expect(text).toContain('Mon 5 Oct 1 1 0 M-7001 Total 4 2 1');
  expect(textOf(show(statementOf(), 'de'))).toContain(
    '4 Check-ins von 2 Firmenfitness-Mitgliedern im Oktober 2026, davon 1 Erstbesuch',
  );
});

test('it says what is missing, and what the sums contain', () => {
  const total = { ...statementOf().total, unanswered: 2, askedLater: 1, undone: 2 };
  const text = textOf(show(statementOf({ total, isOver: false, since: '2026-10-12' })));
  expect(text).toContain('The month is not over: as of 27 Nov 2026, 13:05.');
  expect(text).toContain('Of days before 12 Oct 2026, Front Desk does not know all admissions.');
  expect(text).toContain('2 answers of the member system got lost: it may count up to 6.');
  expect(text).toContain('1 admission was confirmed after the member had come in.');
  expect(text).toContain('2 visits were undone, but their admissions count in the member system.');
  const came = {
    kind: 'cameElsewhere',
    accountId: 'lena',
    membershipId: 'M-7001',
    reason: null,
    unanswered: 0,
    at: '2026-10-07T08:00:00Z',
  } as const;
  const elsewhere = [
    { ...came, visits: 2 },
    { ...came, accountId: 'jan', visits: 1 },
  ];
  expect(textOf(show(statementOf({ exceptions: elsewhere })))).toContain(
    'At least 3 visits by turnstile or app, as far as the member system reports them, of members who are corporate today are not included, ' +
      'even if the member system counts them. Members',
  );
  expect(textOf(show(statementOf({ exceptions: elsewhere.slice(1) }), 'de'))).toContain(
    'Mindestens 1 Besuch eines heutigen Firmenfitness-Mitglieds über Drehkreuz oder App, soweit vom Mitgliedersystem gemeldet, fehlt hier, ' +
      'auch wenn das Mitgliedersystem ihn zählt.',
  );
  const unheard = { isElsewhereReported: false };
  expect(textOf(show(statementOf(unheard)))).toContain(
    ' Visits by turnstile or app are not known here: the member system does not report them.',
  );
  expect(textOf(show(statementOf({ ...unheard, exceptions: elsewhere }), 'de'))).toContain(
    'zählt. Weitere Besuche über Drehkreuz oder App sind hier nicht bekannt: Das Mitgliedersystem meldet sie nicht.',
  );
});

test('it says when the gym was retired, and that admissions of that time are those of earlier visits', () => {
  const retirements = [
    { from: '2026-09-30T08:00:00Z', until: '2026-10-03T08:00:00Z' },
    { from: '2026-10-14T08:00:00Z', until: null },
  ];
  expect(textOf(show(statementOf({ retirements })))).toContain(
    'This gym was retired from 30 Sept 2026 to 3 Oct 2026. Of that time, only admissions for earlier visits are known. ' +
      'This gym was retired on 14 Oct 2026. Of the days after that, only admissions for earlier visits are known.',
  );
  const german = textOf(show(statementOf({ retirements }), 'de'));
  expect(german).toContain('Das Studio war vom 30. Sept. 2026 bis 3. Okt. 2026 stillgelegt. Aus dieser Zeit sind nur');
  expect(german).toContain('Das Studio wurde am 14. Okt. 2026 stillgelegt. Danach sind nur noch');
});

test('it says the times where the gym was brought back on the day on which it was retired', () => {
  const retirements = [{ from: '2026-10-13T22:30:00Z', until: '2026-10-13T22:31:40Z' }];
  expect(textOf(show(statementOf({ retirements })))).toContain(
    'This gym was retired on 14 Oct 2026 from 00:30 to 00:31. Of that time, only admissions for earlier visits are known.',
  );
  expect(textOf(show(statementOf({ retirements }), 'de'))).toContain(
    'Das Studio war am 14. Okt. 2026 von 00:30 bis 00:31 Uhr stillgelegt. Aus dieser Zeit sind nur',
  );
});

test('a month without admissions has a sentence and no chart, and only who may export gets the file', () => {
  const total = { granted: 0, firsts: 0, unanswered: 0, members: 0, askedLater: 0, undone: 0 };
  const markup = show(statementOf({ days: [], total }), 'en', null);
  expect(textOf(markup)).toContain('No corporate admissions in October 2026');
  expect(markup).not.toContain('role="img"');
  expect(markup).not.toContain('/file');
  expect(show(statementOf())).toContain('/file');
});

const whole = (change: Partial<CorporateStatement>, locale: 'en' | 'de' = 'en') =>
  textOf(
    render(
      <StatementOfMonth
        statement={statementOf(change)}
        gym="Munich West"
        fileHref={file}
        membersPath={null}
        outboxPath={null}
      />,
      locale,
    ),
  );

test('a month of which nothing is known has no sums, and nothing to sign', () => {
  const total = { granted: 0, firsts: 0, unanswered: 0, members: 0, askedLater: 0, undone: 0 };
  const before = { days: [], total, since: '2026-11-13' };
  expect(whole(before)).toBe(
    'Front Desk does not know October 2026 It knows corporate admissions from 13 Nov 2026 on.',
  );
  expect(whole(before, 'de')).toContain('Front Desk kennt die Firmenfitness-Check-ins im Oktober 2026 nicht');
  expect(whole({ days: [], total })).toContain('No corporate admissions in October 2026');
  expect(whole({ days: [], total })).toContain('Signature for Munich West');
  // of its last day, some are known
  expect(whole({ since: '2026-11-01' })).toContain('4 admissions of 2 corporate members');
});

test('a month in which the gym was retired throughout has no sums, and nothing to sign', () => {
  const retirements = [{ from: '2026-09-14T08:00:00Z', until: '2026-11-02T08:00:00Z' }];
  expect(whole({ days: [], retirements })).toBe(
    'Front Desk does not know October 2026 This gym was retired from 14 Sept 2026 to 2 Nov 2026. ' +
      'Of that time, only admissions for earlier visits are known.',
  );
  // one of these
  expect(whole({ retirements })).toContain('Signature for Munich West');
});

test('of a retired gym whose admissions are all deleted by now, it does not say that later ones are known', () => {
  const gone = {
    days: [],
    since: '2027-04-11',
    until: '2026-10-14',
    retirements: [{ from: '2026-10-14T08:00:00Z', until: null }],
  };
  expect(whole(gone)).toBe(
    'Front Desk does not know October 2026 None of this gym’s corporate admissions are known any more.',
  );
  expect(whole(gone, 'de')).toContain('Von diesem Studio sind keine Firmenfitness-Check-ins mehr bekannt.');
  // an admission that was still granted later is known
  expect(whole({ ...gone, until: '2027-04-12' })).toContain('It knows corporate admissions from 11 Apr 2027 on.');
});

test('refusals have their reason, and how many were let in anyway', () => {
  const refusals = [{ reason: 'gymNotInNetwork', count: 3, overridden: 1 } as const];
  const text = textOf(render(<RefusalsOfMonth refusals={refusals} />));
  expect(text).toContain('3 refusals, of which 1 let in anyway');
  expect(text).toContain('This gym is not in the corporate fitness network 3 1');
  expect(textOf(render(<RefusalsOfMonth refusals={[]} />))).toContain('Nobody was refused');
});

const at = '2026-10-25T00:30:00Z';
const exceptions: StatementException[] = [
  { kind: 'answerLost', at, accountId: 'lena', membershipId: 'M-7001', reason: null, unanswered: 1, visits: 0 },
  { kind: 'answerLost', at, accountId: 'mira', membershipId: 'M-7003', reason: null, unanswered: 120, visits: 0 },
  {
    kind: 'overridden',
    at,
    accountId: 'jan',
    membershipId: null,
    reason: 'noGuestProgramme',
    unanswered: 0,
    visits: 0,
  },
  { kind: 'undecided', at, accountId: null, membershipId: null, reason: null, unanswered: 0, visits: 0 },
];
const list = (membersPath: string | null, outboxPath: string | null) =>
  render(
    <StatementExceptions
      exceptions={exceptions}
      timeZone="Europe/Berlin"
      membersPath={membersPath}
      outboxPath={outboxPath}
    />,
  );

test('what is not in the sums is listed with time and member, and leads on', () => {
  const markup = list('/g/west/members', '/g/west/office/outbox');
  const text = textOf(markup);
  expect(text).toContain('25 Oct 2026, 02:30 M-7001 The answer got lost');
  expect(text).toContain('M-7003 120 answers got lost: the member system may count up to 120 more admissions');
  expect(text).toContain('jan Let in anyway: ');
  expect(text).toContain('Unknown card Let in unconfirmed: no admission yet');
  expect(markup).toContain('/g/west/members/lena');
  expect(markup).toContain('/g/west/office/outbox');
  expect(list(null, null)).not.toContain('href');
});

test('of visits by a turnstile, a member has one row with their number', () => {
  const rows = exceptions.slice(0, 1).map((one) => ({ ...one, kind: 'cameElsewhere' as const, unanswered: 0 }));
  const said = (visits: number) =>
    textOf(
      render(
        <StatementExceptions
          exceptions={rows.map((one) => ({ ...one, visits }))}
          timeZone="Europe/Berlin"
          membersPath={null}
          outboxPath={null}
        />,
      ),
    );
  expect(said(12)).toContain(
    'M-7001 Corporate member today, came in 12 times by turnstile or app, the first time then: not confirmed here',
  );
  expect(said(1)).toContain('M-7001 Corporate member today, came in by turnstile or app: not confirmed here');
});

test('without anything to check there is no list', () => {
  expect(render(<StatementExceptions exceptions={[]} timeZone="UTC" membersPath={null} outboxPath={null} />)).toBe('');
});
