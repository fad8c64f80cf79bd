import { expect, test } from 'vitest';
import type { FieldProblems } from '#lib/wire/members.ts';
import { withoutMended } from './mistakes.ts';

const problems: FieldProblems = { firstName: { code: 'required' }, email: { code: 'notAnEmail' } };

test('a mistake goes with the value that it was about, and the others stay', () => {
  expect(withoutMended(problems, ['email'])).toEqual({ firstName: { code: 'required' } });
});

test('what was right before changes nothing of what is wrong: nobody is led away while typing', () => {
  expect(withoutMended(problems, ['lastName'])).toBe(problems);
});
