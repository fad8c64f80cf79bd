import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

/** An API that is undefined without HTTPS and used without a check: over plain HTTP a button would then do nothing. */
const onlySecure = /\bcrypto\.randomUUID\(/;
const isForBrowsers = (file: string) =>
  !isOfTests(file) && !/import 'server-only'|from 'node:|^'use server'/m.test(readSource(file));

test('ids are created in a way that also works over plain HTTP', () => {
  const files = sourceFilesOf('app', 'components', 'lib').filter(isForBrowsers);
  expect(files).toContain('lib/browser/taps/new-tap.ts');
  expect(files.filter((file) => onlySecure.test(readSource(file)))).toEqual([]);
  expect(onlySecure.test('id = crypto.randomUUID()')).toBe(true);
});
