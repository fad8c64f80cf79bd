import { expect, test } from 'vitest';
import { readSource, sourceFilesOf } from './source-files.ts';

const folders = ['app', 'components', 'contracts', 'e2e', 'lib', 'messages', 'platform', 'programs', 'shared', 'tools'];

/**
 * A literal that is spread where it stands, as a whole line: members written there directly say the same. It only keeps the
 * formatter from giving each member its line, and hides excess properties from the compiler. The guard does not see one
 * within a line.
 */
const spreadLiteral = /^\s*(\.\.\.\{.*\}|\.\.\.\[.*\]|\{\.\.\.\{.*\}\}),?$/m;

test('no literal is spread into another one', () => {
  const own = 'tools/guards/literal-spreads.test.ts';
  const ours = sourceFilesOf(...folders).filter((file) => file !== own);
  expect(ours.filter((file) => spreadLiteral.test(readSource(file)))).toEqual([]);
});

test.each(['  ...{ file, title },', "  ...['one', 'two'],", '  {...{ accountId, mayEdit: true }}'])(
  'the guard detects %s (control)',
  (line) => {
    expect(spreadLiteral.test(`[\n${line}\n]`)).toBe(true);
  },
);

test.each([
  "  ...['a', 'b'].map(toRow),",
  '  ...(isOpen ? { state } : {}),',
  '  ...[...named.values()].filter(Boolean),',
])('the guard permits %s', (line) => {
  expect(spreadLiteral.test(`[\n${line}\n]`)).toBe(false);
});
