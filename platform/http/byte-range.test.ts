import { expect, test } from 'vitest';
import { readByteRange } from './byte-range.ts';

test.each([
  ['bytes=0-', { first: 0, last: 9 }],
  ['bytes=4-', { first: 4, last: 9 }],
  ['bytes=4-6', { first: 4, last: 6 }],
  ['bytes=9-9', { first: 9, last: 9 }],
  ['bytes=4-99', { first: 4, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-99', { first: 0, last: 9 }],
  ['Bytes=1-2', { first: 1, last: 2 }],
])('%s of ten bytes', (header, range) => {
  expect(readByteRange(header, 10)).toEqual(range);
});

test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])('%s is beyond the end of ten bytes', (header) => {
  expect(readByteRange(header, 10)).toBe('unsatisfiable');
});

test.each(['bytes=0-1,4-5', 'bytes=6-4', 'bytes=-', 'bytes=a-b', 'lines=0-4', 'bytes', '', `bytes=${'9'.repeat(40)}-`])(
  'the whole file is returned for "%s"',
  (header) => {
    expect(readByteRange(header, 10)).toBeUndefined();
  },
);

test('an empty file has no satisfiable range', () => {
  expect(readByteRange('bytes=0-', 0)).toBe('unsatisfiable');
});
