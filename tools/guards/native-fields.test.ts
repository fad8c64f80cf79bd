import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

/** Input types that browsers display, format and parse differently. */
const native =
  /type=\{?["'`](?:date|time|month|week|datetime-local)["'`]|type: ["'](?:date|time|month|week|datetime-local)["']|<select\b/;

test('dates, times and choices use our own fields, never the browser’s', () => {
  const files = sourceFilesOf('app', 'components').filter((file) => !isOfTests(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => native.test(readSource(file)))).toEqual([]);
});
