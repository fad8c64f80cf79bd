import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

/** A body taken for what somebody hopes it is: `(await response.json()) as Visit`, `const visit: Visit = JSON.parse(text)`. */
const cast =
  /(\.json\(\)|JSON\.parse\([^;]*?\))\)?\s+as\s(?!unknown)|:\s*(?!unknown\b)[\w<>[\]]+\s*=\s*(await [\w.]+\.json\(\)|JSON\.parse)/;

const casts = (source: string): boolean => cast.test(source);

/** By file, and why nobody else could have written what it reads. */
const ownWriting: Record<string, string> = {
  'lib/version/use-reload.ts': 'only pages of the desk write into its storage',
};

test('what somebody answers is checked, and taken for nothing by a cast', () => {
  const found = sourceFilesOf('app', 'components', 'lib').filter((file) => !isOfTests(file) && casts(readSource(file)));
  expect(found).toEqual(Object.keys(ownWriting));
});

test.each([
  'return (await response.json()) as Verdict;',
  'resolve(JSON.parse(request.responseText) as Outcome);',
  'const answer: Verdict = await response.json();',
])('the guard sees %s', (source) => {
  expect(casts(source)).toBe(true);
});
