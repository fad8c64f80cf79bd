import { expect, test } from 'vitest';
import { isSearchable, searchNameOf, searchWords } from './search-text.ts';

test.each([
  ['Müller', ['muller']],
  ['Mu\u0308ller', ['muller']],
  ['GROSS, Groß', ['gross', 'gross']],
  ['Łukasz Sørensen', ['lukasz', 'sorensen']],
  ['İrem Işık', ['irem', 'isik']],
  ['Anna-Maria O’Neill', ['anna', 'maria', 'oneill']],
  ["D'Angelo (Dr.)", ['dangelo', 'dr']],
  ['Željko Đorđević', ['zeljko', 'dordevic']],
  ['Ольга', ['ольга']],
  [' – ', []],
])('%s is normalised to %j', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test('a missing name leaves no spaces', () => {
  expect(searchNameOf({ firstName: 'Lena', lastName: 'Vogt' })).toBe(' lena  vogt');
  expect(searchNameOf({ firstName: null, lastName: 'Vogt' })).toBe(' vogt');
  expect(searchNameOf({ firstName: null, lastName: null })).toBe('');
});

test.each([
  ['le', true],
  ['l', false],
  ['0x04B8', false],
  ['0X04B8', false],
  ['M-104', true],
  ['x'.repeat(101), false],
])('%j is worth a search: %j', (text, isWorthIt) => {
  expect(isSearchable(text)).toBe(isWorthIt);
});
