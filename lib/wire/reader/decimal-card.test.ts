import { expect, test } from 'vitest';
import { numbersOfDecimal } from './decimal-card.ts';
import { defaultReaderProfile, type ReaderProfile } from './reader-profile.ts';

const decimal: ReaderProfile = { format: 'decimal', byteOrder: 'asRead', byteLength: 'auto' };

test.each([
  ['0412268238', ['0x1892B6CE', '0xCEB69218']],
  ['01304277450237568', ['0x04A23BC21C2680', '0x80261CC23BA204']],
  ['2880154539', ['0xABABABAB']],
  ['4012345678901', []],
  ['10442', []],
  ['9999999999', []],
])('at a location that reads hex, the decimal number %s may mean %j: the user chooses', (text, numbers) => {
  expect(numbersOfDecimal(text, [defaultReaderProfile])).toEqual(numbers);
  expect(numbersOfDecimal(text, [decimal])).toEqual([]);
});
