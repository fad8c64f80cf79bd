import { expect, test } from 'vitest';
import { isMainlyNames } from './mainly-names.ts';

const names = { words: ['Ana-Maria Keller', 'ana.keller@example.com'], wholes: ['München West', 'Garden City'] };

test.each([
  'keller-keller-1',
  'MünchenWest2026!',
  'munichwest'.replace('munich', 'munchen'),
  'muenchenwest2026!',
  'KELLERkeller99',
  'Maria Keller 2026',
  'example.com 123',
  'AnaMariaKeller2026',
])('%s consists mainly of names', (password) => {
  expect(isMainlyNames(password, names)).toBe(true);
});

test.each(['keller likes four horses', 'four words in a row', 'garden horse battery', 'x1!y2?z3%w4&'])(
  '%s does not',
  (password) => {
    expect(isMainlyNames(password, names)).toBe(false);
  },
);

test('short names count as a whole, in any script', () => {
  expect(isMainlyNames('MaxOttMaxOtt', { words: ['Max Ott'], wholes: [] })).toBe(true);
  expect(isMainlyNames('王小明王小明王小明王小明', { words: ['王小明'], wholes: [] })).toBe(true);
});

test('without names, nothing does', () => {
  for (const password of ['correct horse', 'short']) {
    expect(isMainlyNames(password, { words: [], wholes: [''] })).toBe(false);
  }
});
