import { expect, test } from 'vitest';
import { readPinEntry } from './pin-entry.ts';

const slowly = 2_000;
const atOnce = 12;

test.each([
  ['2580', slowly, 'pin'],
  ['2580', atOnce, 'pin'],
  ['25802580', slowly, 'pin'],
  ['258', slowly, 'tooShort'],
  ['', slowly, 'tooShort'],
  ['25a0', slowly, 'tooShort'],
  ['04A23BC21C2680', atOnce, 'card'],
  ['04A23BC21C2680', slowly, 'card'],
  ['0412345678', atOnce, 'card'],
  ['12345678', atOnce, 'card'],
  ['123,45678', slowly, 'card'],
  ['M-10442', slowly, 'card'],
] as const)('“%s” that took %i ms is read as %s', (text, tookMs, entry) => {
  expect(readPinEntry(text, tookMs)).toBe(entry);
});
