import { expect, test } from 'vitest';
import { commonParts, countMistakes } from './likeness.ts';

test.each([
  ['vogt', 'lena vogt', 0],
  ['vgot', 'lena vogt', 1],
  ['mulelr', 'max muller', 1],
  ['mueller', 'max muller', 1],
  ['meier', 'anna meyer', 1],
  ['haddat', 'omar haddad', 1],
  ['hadad', 'omar haddad', 1],
  ['schmitd', 'mia schmidt', 1],
  ['bogt', 'lena vogt', 1],
  ['lena vgot', 'lena vogt', 1],
  ['vgot lean', 'lena vogt', 2],
  ['hade', 'omar haddad', 1],
])('%s is similar to %s, at a distance of %i', (typed, name, mistakes) => {
  expect(countMistakes(typed.split(' '), name.split(' '))).toBe(mistakes);
});

test.each([
  ['lea', 'lena vogt'],
  ['paul', 'lena vogt'],
  ['lena kern', 'lena vogt'],
  ['v0gd', 'lena vogt'],
])('%s is not similar to %s', (typed, name) => {
  expect(countMistakes(typed.split(' '), name.split(' '))).toBeNull();
});

test('two edits anywhere in a long word leave one common part, and the number of parts is bounded', () => {
  const word = 'abcdefghijklmnopqrstuvwxyz';
  const swapped = (text: string, at: number) =>
    `${text.slice(0, at)}${text.slice(at + 1, at + 2)}${text.slice(at, at + 1)}${text.slice(at + 2)}`;
  for (let first = 0; first < word.length - 1; first += 1) {
    for (let second = 0; second < word.length - 1; second += 1) {
      const name = ` ${swapped(swapped(word, first), second)}`;
      expect(commonParts(word).some((part) => name.includes(part))).toBe(true);
    }
  }
  expect(commonParts(word.repeat(4))).toHaveLength(14);
});
