import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

test('verdict kinds are handled exhaustively: by a table, or by a switch', () => {
  const files = sourceFilesOf('app', 'components', 'lib').filter((file) => !isOfTests(file));
  const compares = /[!=]== '(admitted|attention|unconfirmed)'/;
  expect(files.filter((file) => compares.test(readSource(file)))).toEqual([]);
});
