import { expect, test } from 'vitest';
import { readSource, sourceFilesOf } from '#tools/guards/source-files.ts';
import { looks } from './looks.ts';
import { wordsOf } from './words.ts';

/** Words in constants, without those of a template. */
const used = sourceFilesOf('tools')
  .map(readSource)
  .flatMap((source) => [...source.matchAll(/\bwords\(\s*'([\w-]+)',\s*'([\w.]+)'/g)])
  .map(([, part = '', key = '']) => ({ part, key }));

test.each(looks)('all words that the pictures wait for are messages: $name', (look) => {
  const words = wordsOf(look);
  expect(used.length).toBeGreaterThan(10);
  for (const { part, key } of used) expect(() => words(part, key)).not.toThrow();
});
