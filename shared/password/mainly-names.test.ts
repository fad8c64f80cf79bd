import { expect, test } from 'vitest';
import { isMainlyNames } from './mainly-names.ts';

const names = ['Ana-Maria Keller', 'ana.keller@example.com', 'München West'];

test.each(['keller-münchen-1', 'MünchenWest2026!', 'KELLERkeller99', 'Maria Keller 2026', 'example.com 123'])(
  '%s consists mainly of names',
  (password) => expect(isMainlyNames(password, names)).toBe(true),
);

test.each(['keller likes four horses', 'four words in a row', 'ana ana ana ana', 'x1!y2?z3%w4&'])(
  '%s does not',
  (password) => expect(isMainlyNames(password, names)).toBe(false),
);

test('without names, nothing does', () => {
  expect(isMainlyNames('correct horse', [])).toBe(false);
  expect(isMainlyNames('short', [])).toBe(false);
});
