import { expect, test } from 'vitest';
import { readTypedTime } from './typed-time.ts';

test.each([
  ['22:30', '22:30'],
  ['22.30', '22:30'],
  [' 22 30 ', '22:30'],
  ['2230', '22:30'],
  ['905', '09:05'],
  ['9:05', '09:05'],
  ['0:00', '00:00'],
  ['22', '22:00'],
  ['22 Uhr', '22:00'],
  ['22:30 Uhr', '22:30'],
  ['24:00', null],
  ['22:60', null],
  ['22:3', null],
  ['late', null],
  ['', null],
])('%j is read as %s', (text, time) => {
  expect(readTypedTime(text)).toBe(time);
});
