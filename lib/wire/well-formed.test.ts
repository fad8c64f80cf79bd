import { expect, test } from 'vitest';
import { wellFormed } from './well-formed.ts';

const messageOf = (sent: unknown) => wellFormed.safeParse(sent).error?.issues[0]?.message;

test.each([
  ['text, numbers and nothing', { name: 'Zoë 💪', count: 3, isGiven: true, note: null, until: undefined }],
  ['lists in lists', [[['a'], []], {}]],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ['one text in two places', ['a', 'a']],
])('%s can be stored', (_, sent) => {
  expect(wellFormed.parse(sent)).toBe(sent);
});

test.each([
  ['NUL', ['a\u0000']],
  ['half of a character', { a: ['\ud800'] }],
  ['NUL in a key', { 'a\u0000': 1 }],
])('%s is refused at any depth', (_, sent) => {
  expect(messageOf(sent)).toBe('Holds a character that cannot be kept.');
});

test('cyclic and shared references are refused', () => {
  const itself: unknown[] = [];
  itself.push(itself);
  const wide: Record<string, unknown> = {};
  for (let i = 0; i < 1_000; i += 1) wide[`k${i}`] = wide;
  const shared = { a: 1 };
  for (const sent of [itself, [itself], wide, [shared, shared]]) {
    expect(messageOf(sent)).toBe('Holds what JSON cannot say.');
  }
});

test.each([
  ['a promise', Promise.resolve(1)],
  ['a map', new Map()],
  ['a set', new Set()],
  ['a form', new FormData()],
  ['a file', new Blob(['a'])],
  ['bytes', new Uint8Array(10)],
  ['a date', new Date(0)],
  ['an iterator', [1][Symbol.iterator]()],
])('%s is refused as input at any depth', (_, sent) => {
  expect(messageOf([{ sent }])).toBe('Holds what JSON cannot say.');
});

test('input beyond the limits of depth, size or time is refused without a full walk', () => {
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i += 1) deep = [deep];
  expect(messageOf(deep)).toBe('Is more than any input.');
  expect(messageOf(Array(100_000).fill(1))).toBe('Is more than any input.');
  // one object referenced again and again: few values, but hours to traverse
  const long = '→'.repeat(4_000_000);
  expect(messageOf(Array(19_000).fill(long))).toBe('Is more than any input.');
});
