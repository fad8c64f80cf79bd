import { expect, test } from 'vitest';
import { knownNumbers } from './known-numbers.ts';

test.each([
  ['0x04A2 3BC2 1C26 80', ['0x04A23BC21C2680']],
  ['04:a2:3b:c2', ['0x04A23BC2']],
  [' 51e69621 ', ['0x51E69621']],
  ['0x12345678', ['0x12345678']],
  ['0412268238', ['0x1892B6CE', '0xCEB69218']],
  ['412268238', ['0x1892B6CE', '0xCEB69218']],
  ['213,02000', ['0xD507D0', '0xD007D5']],
  ['12345678', ['0x12345678', '0xBC614E', '0x4E61BC', '0x7BB26E', '0x6EB27B']],
  ['0x04A2 3', []],
  ['Lena Vogt', []],
  ['', []],
])('%j on a card or in a profile may be %j', (written, numbers) => {
  expect(knownNumbers(written)).toEqual(numbers);
});
