import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWithin } from './parse-within.ts';

const bounds = { depth: 3, values: 6 };
const parse = (text: string) => parseWithin(text, bounds);

test.each([
  ['three deep', '{"a":{"b":[1]}}'],
  ['six values', '[1,2,3,4,5]'],
  ['brackets and commas in a string', `{"a":"${'[{,'.repeat(50)}"}`],
  ['escaped quotes before brackets in a string', String.raw`["\"[[[[\\\"[[[[\\"]`],
  ['a text', '"x"'],
  ['adjacent closing brackets', '[[[]],[1]]'],
])('%s is accepted', (_, text) => {
  expect(parse(text)).toEqual(JSON.parse(text));
});

test.each([
  ['four deep', '[[[[1]]]]'],
  ['four levels of alternating brackets', '{"a":[{"b":[]}]}'],
  ['seven values', '[1,2,3,4,5,6]'],
  ['four levels after a string that ends in escapes', String.raw`["\\",[[[1]]]]`],
  ['no JSON', '[1'],
  ['an unterminated string', '"['],
  ['nothing', ''],
])('%s is refused', (_, text) => {
  expect(() => parse(text)).toThrow(SyntaxError);
});

test('any JSON within the limits is parsed unchanged, and with one level more it is refused', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify(value);
      const depth = depthOf(value);
      expect(parseWithin(text, { depth, values: text.length + 1 })).toEqual(JSON.parse(text));
      if (depth > 0)
        expect(() => parseWithin(text, { depth: depth - 1, values: text.length + 1 })).toThrow(SyntaxError);
    }),
  );
});

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

test('millions of nested lists are counted without allocating them', () => {
  const before = process.memoryUsage().heapUsed;
  expect(() => parse('['.repeat(4_000_000))).toThrow('deeper');
  expect(() => parse(`[${'{},'.repeat(1_000_000)}1]`)).toThrow('longer');
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
});
