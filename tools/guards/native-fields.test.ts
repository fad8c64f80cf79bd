import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

/** Fields that each browser draws, writes and reads in a way of its own. */
const native =
  /type=\{?["'`](?:date|time|month|week|datetime-local)["'`]|type: ["'](?:date|time|month|week|datetime-local)["']|<select\b/;

test('days, times and choices are entered in the fields of the house, never in those of the browser', () => {
  const files = sourceFilesOf('app', 'components').filter((file) => !isOfTests(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => native.test(readSource(file)))).toEqual([]);
});
