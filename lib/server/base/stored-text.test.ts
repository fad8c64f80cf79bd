import { expect, test } from 'vitest';
import { storedText } from './stored-text.ts';

test.each([
  [' Ana ', 'Ana'],
  ['A\0na', 'Ana'],
  ['Ana \ud800', 'Ana \ufffd'],
  ['Straße 😀', 'Straße 😀'],
  ['\0', null],
  ['  ', null],
  ['', null],
  [null, null],
  [undefined, null],
])('%j is stored as %j', (told, kept) => {
  expect(storedText(told)).toBe(kept);
});
