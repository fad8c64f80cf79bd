import { expect, test } from 'vitest';
import { isSamePerson } from './same-person.ts';

const lena = { firstName: 'Léna', lastName: 'Groß', dateOfBirth: '1990-01-02' };

test('case, accents and spelling of ß are ignored', () => {
  expect(isSamePerson(lena, { firstName: 'LENA', lastName: 'gross', dateOfBirth: '1990-01-02' })).toBe(true);
});

test('an ẞ in capital letters is the same name', () => {
  expect(isSamePerson(lena, { ...lena, lastName: 'GROẞ' })).toBe(true);
});

test.each([
  ['राम', 'रमा'],
  ['กี', 'กู'],
])('combining vowel marks are significant: %s is not %s', (one, other) => {
  expect(isSamePerson({ ...lena, firstName: one }, { ...lena, firstName: other })).toBe(false);
});

test('a birthday known to only one side is ignored', () => {
  expect(isSamePerson(lena, { ...lena, dateOfBirth: null })).toBe(true);
});

test('another birthday or another name is another person', () => {
  expect(isSamePerson(lena, { ...lena, dateOfBirth: '1990-01-03' })).toBe(false);
  expect(isSamePerson(lena, { ...lena, firstName: 'Lea' })).toBe(false);
  expect(isSamePerson(lena, { ...lena, lastName: 'Klein' })).toBe(false);
});
