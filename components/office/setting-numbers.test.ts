import { expect, test } from 'vitest';
import { readNumbers, writeNumbers } from './setting-numbers.ts';

const settings = { repeatWindowS: 60, undoS: 10, longestStayH: 8, capacity: null, idleLimitMin: null };
const written = writeNumbers(settings);

test('what is written can be read', () => {
  expect(readNumbers(written)).toEqual({ values: settings, wrong: [] });
  expect(readNumbers({ ...written, capacity: ' 120 ' }).values.capacity).toBe(120);
  expect(readNumbers({ ...written, idleLimitMin: '30' }).values.idleLimitMin).toBe(30);
});

test.each([
  ['undoS', ''],
  ['undoS', '61'],
  ['undoS', '1.5'],
  ['undoS', '-1'],
  ['repeatWindowS', 'a minute'],
  ['longestStayH', '25'],
  ['longestStayH', '0'],
  ['capacity', '0'],
  ['idleLimitMin', '0'],
  ['idleLimitMin', '721'],
] as const)('%s “%s” is named', (name, text) => {
  expect(readNumbers({ ...written, [name]: text }).wrong).toEqual([name]);
});
