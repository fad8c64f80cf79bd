import { expect, test } from 'vitest';
import { textWithin } from './brackets.ts';
import { readSource, sourceFilesOf } from './source-files.ts';

const folders = ['app', 'components', 'contracts', 'e2e', 'lib', 'messages', 'platform', 'programs', 'shared', 'tools'];

/**
 * Literals that are spread where they stand: members written there directly say the same. The spread only keeps the formatter
 * from giving each member its line, and hides excess properties from the compiler. Not seen: files at the root, `.mjs`, and
 * literals with an unpaired bracket in a string.
 */
const spreadLiterals = (source: string): string[] =>
  [...source.matchAll(/\.\.\.[[{]/g)].flatMap(({ index }) => {
    const start = index + 3;
    const literal = textWithin(source, start);
    const rest = source.slice(start + literal.length + 2);
    return /^\s*[,)\]}]/.test(rest) ? [source.slice(index, start + literal.length + 2)] : [];
  });

test('no literal is spread into another one', () => {
  const own = 'tools/guards/literal-spreads.test.ts';
  const found = sourceFilesOf(...folders)
    .filter((file) => file !== own)
    .flatMap((file) => spreadLiterals(readSource(file)).map((spread) => `${file}: ${spread}`));
  expect(found).toEqual([]);
});

test.each([
  '{ ...{ file, title }, part }',
  "[...['one', 'two'], three]",
  "[\n  ...[\n    'one',\n    'two',\n  ],\n]",
  '<Card {...{ accountId, mayEdit: true }} />',
  'and(...[eq(a, b), gt(c, d)])',
])('the guard detects %j (control)', (source) => {
  expect(spreadLiterals(source)).toHaveLength(1);
});

test.each([
  "[...['a', 'b'].map(toRow)]",
  '{ ...(isOpen ? { state } : {}) }',
  '[...[...named.values()].filter(Boolean)]',
  '(...[from, to]: [Date, Date]) => to',
])('the guard permits %j', (source) => {
  expect(spreadLiterals(source)).toEqual([]);
});
