import { describe, expect, test } from 'vitest';
import { useProblemText } from '#components/person/input.tsx';
import { render, textOf } from '#components/testing/render.tsx';
import type { FieldProblem } from '#lib/wire/members.ts';
import type { MemberVisit } from '#lib/wire/visits.ts';
import { useVisitState } from './visits-list.tsx';

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

const states: Record<MemberVisit['state'], true> = {
  held: true,
  waiting: true,
  sending: true,
  sent: true,
  undone: true,
  refused: true,
  unresolved: true,
  elsewhere: true,
};

function State({ state, why }: Pick<MemberVisit, 'state' | 'why'>) {
  const visit: MemberVisit = { id: 'v-1', kind: 'checkIn', at: '2026-11-21T08:41:07Z', state, why, isAutomatic: false };
  return <p>{useVisitState()(visit)}</p>;
}
const said = (state: MemberVisit['state'], why: string | null = null) => textOf(render(<State {...{ state, why }} />));

describe('the state of a visit at the platform', () => {
  test('has its own words for each state', () => {
    const sentences = Object.keys(states).map((state) => said(state as MemberVisit['state'])); // safe because: they are the keys of the object
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
