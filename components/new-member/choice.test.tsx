import { describe, expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { lena } from '#components/testing/sample-verdicts.ts';
import { NewMemberChoice, type NewMemberObstacle } from './choice.tsx';
import { beginNewMember } from './new-member.ts';

const member = beginNewMember('nora@example.com', { today: '2026-11-21', idEnding: '261121-7KQ4' }, null);
const nothing = () => {};
const markup = (obstacle: NewMemberObstacle, locale: 'en' | 'de' = 'en') =>
  render(<NewMemberChoice obstacle={obstacle} member={member} onRetry={nothing} onOtherEmail={nothing} />, locale);
const exists = (through: 'membershipId' | 'email' | 'both' | 'person', by: typeof lena | null = lena) =>
  ({ kind: 'exists', through, by, idEnding: '261121-ZZZZ' }) as const;

const obstacles: NewMemberObstacle[] = [
  exists('membershipId'),
  exists('email'),
  exists('both'),
  exists('person'),
  exists('both', null),
  { kind: 'formerOtherPerson' },
  { kind: 'elsewhereOtherPerson' },
  { kind: 'emailForbidden' },
  { kind: 'conflict' },
  { kind: 'unanswered' },
];

test.each(obstacles)('$kind has its own message in both languages', (obstacle) => {
  const others = obstacles.filter((other) => other !== obstacle).map((other) => textOf(markup(other)));
  expect(others).not.toContain(textOf(markup(obstacle)));
  expect(textOf(markup(obstacle, 'de'))).not.toBe(textOf(markup(obstacle)));
});

describe('the existing member', () => {
  test.each(['membershipId', 'email', 'both', 'person'] as const)(
    'is shown with name and membership: %s',
    (through) => {
      const shown = markup(exists(through));
      expect(textOf(shown)).toContain('Lena Vogt');
      expect(textOf(shown)).toContain('Premium · M-10442');
      expect(shown).toContain('href="/g/munich-west/members/account-of-lena"');
      expect(shown).toContain('target="_blank"');
    },
  );

  test('a taken id offers the next id, a taken address another address', () => {
    expect(textOf(markup(exists('membershipId')))).toContain('Create with id P-261121-ZZZZ');
    expect(textOf(markup(exists('membershipId')))).not.toContain('Use another e-mail');
    expect(textOf(markup(exists('email')))).toContain('Use another e-mail');
    expect(textOf(markup(exists('email')))).not.toContain('Create with id');
    expect(textOf(markup(exists('both', null)))).toMatch(/Create with id .* Use another e-mail/);
  });
});
