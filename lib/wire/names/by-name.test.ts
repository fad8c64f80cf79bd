import { expect, test } from 'vitest';
import { byName } from './by-name.ts';

test('an umlaut stands beside its vowel, and a lower-case name among the others', () => {
  const names = ['Özlem', 'anna', 'Zoe', 'Anton', 'Oskar', 'Ägidius', 'Paul'].map((name) => ({ name }));
  const sorted = ['Ägidius', 'anna', 'Anton', 'Oskar', 'Özlem', 'Paul', 'Zoe'];
  expect(names.toSorted(byName).map(({ name }) => name)).toEqual(sorted);
});
