import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

/** What a browser has over HTTPS alone, without a look whether it is there: over plain HTTP a button then does nothing. */
const onlySecure = /\bcrypto\.randomUUID\(/;
const isForBrowsers = (file: string) =>
  !isOfTests(file) && !/import 'server-only'|from 'node:|^'use server'/m.test(readSource(file));

test('ids are made in a way that every browser has, over plain HTTP too', () => {
  const files = sourceFilesOf('app', 'components', 'lib').filter(isForBrowsers);
  expect(files).toContain('lib/browser/taps/new-tap.ts');
  expect(files.filter((file) => onlySecure.test(readSource(file)))).toEqual([]);
  expect(onlySecure.test('id = crypto.randomUUID()')).toBe(true);
});
