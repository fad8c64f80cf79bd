import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

/** It copies the headers of the response that it replaces. */
const copiesHeaders = ['platform/http/sandbox/answer-in-other-dialect.ts'];

test('no handler of the platform creates a response by itself, which would have no security headers', () => {
  const files = sourceFilesOf('platform').filter(
    (file) => !isOfTests(file) && /\bnew Response\(|\bResponse\.(json|redirect|error)\(/.test(readSource(file)),
  );
  expect(files).toEqual(copiesHeaders);
});
