import { describe, expect, test } from 'vitest';
import { useProblemText } from '#components/person/input.tsx';
import { render, textOf } from '#components/testing/render.tsx';
import { useTroubleText } from '#components/visits/use-trouble-text.ts';
import type { FieldProblem } from '#lib/wire/members.ts';
import { type MemberYear, troubleStates, type VisitTrouble } from '#lib/wire/visits.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { usualDays, VisitsYear } from './visits-year.tsx';

const omar = { accountId: 'a-2', displayName: 'Omar Haddad' };
const problems = {
  required: { code: 'required' },
  notAnEmail: { code: 'notAnEmail' },
  notADate: { code: 'notADate' },
  chooseOne: { code: 'chooseOne' },
  tooLong: { code: 'tooLong', max: 255 },
  endsBeforeStart: { code: 'endsBeforeStart' },
  tanMissing: { code: 'tanMissing' },
  tanNotNineDigits: { code: 'tanNotNineDigits' },
  tanUnknown: { code: 'tanUnknown' },
  tanTriedTooOften: { code: 'tanTriedTooOften' },
  tanTaken: { code: 'tanTaken', other: null },
  emailTaken: { code: 'emailTaken', other: omar },
  emailTakenElsewhere: { code: 'emailTakenElsewhere' },
  emailBlocked: { code: 'emailBlocked' },
  membershipIdTaken: { code: 'membershipIdTaken', other: omar },
  notAccepted: { code: 'notAccepted', sentence: 'Is used.' },
} satisfies { [Code in FieldProblem['code']]: Extract<FieldProblem, { code: Code }> };

function Problem({ problem }: { problem: FieldProblem }) {
  return <p>{useProblemText()(problem)}</p>;
}
const written = (problem: FieldProblem, locale: 'en' | 'de' = 'en') =>
  textOf(render(<Problem problem={problem} />, locale));

describe('the error message of a value', () => {
  test.each(Object.values(problems))('is translated into both languages: %o', (problem) => {
    expect(written(problem, 'de')).not.toBe(written(problem));
    expect(written(problem)).not.toContain(problem.code);
  });

  test('links to the other member without leaving the form', () => {
    const markup = render(<Problem problem={problems.emailTaken} />);
    expect(markup).toMatch(/<a href="\/g\/munich-west\/members\/a-2" target="_blank"/);
    expect(textOf(markup)).toBe('Somebody else has this e-mail address: Omar Haddad (opens in a new tab)');
  });

  test('is a whole sentence even if the other member has no name', () => {
    expect(written(problems.tanTaken)).toBe('This TAN was already used by somebody else.');
  });
});

function Trouble({ trouble }: { trouble: VisitTrouble }) {
  return <p>{useTroubleText()(trouble)}</p>;
}
const said = (state: VisitTrouble['state'], why: string | null = null) =>
  textOf(render(<Trouble trouble={{ state, why }} />));

describe('why the member system does not have a visit', () => {
  test('has its own words for each state', () => {
    const sentences = troubleStates.map((state) => said(state));
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  test.each([
    ['corporateFitnessMembershipExpired', /corporate membership had ended/],
    ['missing ACCOUNT', /no membership any more/],
    ['membershipMissing', /no membership any more/],
    ['generalConflict', /generalConflict/],
  ])('includes the reason of a refusal: %s', (why, sentence) => {
    expect(said('refused', why)).toMatch(sentence);
  });
});

test('usual days are those on which more than half as many visits fall as on the most frequent one', () => {
  expect(usualDays([10, 0, 9, 1, 5, 0, 0])).toEqual([0, 2]);
  expect(usualDays([5, 5, 5, 5, 5, 4, 4])).toEqual([]);
  expect(usualDays([1, 1, 1, 0, 0, 0, 0])).toEqual([]);
  expect(usualDays([0, 0, 0, 0, 0, 0, 0])).toEqual([]);
});

test('a year of weeks says how often, on which days and when last, and names what is not known', () => {
  const weeks = Array.from({ length: 52 }, (_, index) => ({
    monday: daysLater('2025-12-01', 7 * index),
    visits: index < 50 ? 0 : 3,
  }));
  const year = { weeks, weekdays: [3, 0, 3, 0, 0, 0, 0], lastAt: '2025-11-20T17:00:00Z', since: '2024-01-01' };
  const text = (given: Partial<MemberYear>) =>
    textOf(render(<VisitsYear year={{ ...year, ...given }} timeZone="Europe/Berlin" />)).replaceAll(
      /[\u2066-\u2069]/g,
      '',
    );
  expect(text({})).toMatch(
    /6 visits in the last 52 weeks, 0\.1 a week on average\. Mostly on Mondays and Wednesdays\./,
  );
  expect(text({})).toMatch(/Last visit: 20 Nov 2025, 18:00\./);
  expect(text({ since: '2026-11-01' })).toMatch(/6 visits since 1 Nov 2026: Front Desk knows no earlier ones\./);
  expect(text({})).toMatch(/Week of Visits 23 Nov 2026 3/);
});
