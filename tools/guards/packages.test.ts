import { expect, test } from 'vitest';
import { readSource } from './source-files.ts';

// safe because: npm reads it
const manifest = JSON.parse(readSource('package.json')) as Record<string, Record<string, string> | undefined>;

/** Whole names of packages, so that react is not found in react-dom. */
const namesIn = (text: string): string[] => text.match(/@?[a-z0-9][\w./-]*\w/g) ?? [];

test('every package has a line that says what it is for', () => {
  const [, section = ''] = readSource('docs/decisions/node-and-dependencies.md').split(
    '\n## What is each package for?\n',
  );
  const [table = ''] = section.split('\n## ');
  const named = new Set(namesIn(table));
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const packages = kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
  expect(packages.length).toBeGreaterThan(50);
  expect(packages.filter((name) => !name.startsWith('@types/') && !named.has(name))).toEqual([]);
});

test('a name is found whole (control)', () => {
  expect(namesIn('| web | next, react-dom 19 (MIT), @hono/node-server | |')).toEqual([
    'web',
    'next',
    'react-dom',
    '19',
    '@hono/node-server',
  ]);
});
