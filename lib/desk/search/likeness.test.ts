import { expect, test } from 'vitest';
import { countMistakes } from './likeness.ts';

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
])('%s is %s with few mistakes', (typed, name, mistakes) => {
  expect(countMistakes(typed.split(' '), name.split(' '))).toBe(mistakes);
});

test.each([
  ['lea', 'lena vogt'],
  ['paul', 'lena vogt'],
  ['lena kern', 'lena vogt'],
  ['v0gd', 'lena vogt'],
])('%s is not %s', (typed, name) => {
  expect(countMistakes(typed.split(' '), name.split(' '))).toBeNull();
});
