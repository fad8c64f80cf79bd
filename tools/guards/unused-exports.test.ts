import { expect, test } from 'vitest';
import { findUnmountedComponents, findUnusedExports } from './exports.ts';
import { readSource, sourceFilesOf } from './source-files.ts';

const rooms = [
  'app',
  'components',
  'contracts',
  'deploy',
  'e2e',
  'lib',
  'messages',
  'platform',
  'programs',
  'shared',
  'tools',
];
const files = [
  ...sourceFilesOf(...rooms),
  'instrumentation-client.ts',
  'next.config.ts',
  'playwright.config.ts',
  'proxy.ts',
  'vitest.config.ts',
];

/** Exports that Next, vitest and drizzle-kit read by convention. */
const isReadByTools = (file: string, name: string) =>
  file === 'proxy.ts' ||
  file.startsWith('tools/conformance/clients/') ||
  /^app\/.*(page|layout|route|error|loading|not-found)\.tsx?$/.test(file) ||
  (file === 'tools/testing/database-cluster.ts' && name === 'setup') ||
  (/\/db\/schema\//.test(file) && new RegExp(`^export const ${name} = pgTable`, 'm').test(readSource(file)));

const repository = new Map(files.map((file) => [file, readSource(file)]));

test('every export is imported somewhere', () => {
  const unused = findUnusedExports(repository).filter((found) => {
    const [file = '', name = ''] = found.split(/ (?=[^ ]+$)/);
    return !isReadByTools(file, name);
  });
  expect(unused).toEqual([]);
});

test('every component is part of a page, and not of tests alone', () => {
  expect(findUnmountedComponents(repository)).toEqual([]);
});

test('a component that only tests import is recognized', () => {
  const notice = 'export function Notice() {}\n';
  const sources = new Map([
    ['app/notice.tsx', notice],
    ['app/own.tsx', 'export interface Own {}\nexport function Own() {}\nexport const Both = () => <Own />;\n'],
    ['app/layout.tsx', "import { Both } from './own.tsx';\n"],
    ['app/notice.browser.test.tsx', "import { Notice } from './notice.tsx';\n"],
    ['app/_testing/frame.tsx', "import { Notice } from '#app/notice.tsx';\nexport function Frame() {}\n"],
    ['e2e/a.spec.ts', "import { Notice } from '#app/notice.tsx';\n"],
  ]);
  expect(findUnmountedComponents(sources)).toEqual(['app/notice.tsx Notice']);
});

test('every form of export and import is recognized', () => {
  const sources = new Map([
    [
      'lib/a.ts',
      'export const one = 1;\nexport async function two() {}\nexport interface Three {}\nexport type Four = 4;\n' +
        'export const { five, six: seven } = { five: 5, six: 6 };\nexport class Eight {}\nexport { nine as ten };\n',
    ],
    ['lib/b.ts', "import { one, type Three as Third } from './a.ts';\nimport type { Four } from '#lib/a.ts';\n"],
    ['lib/c.ts', 'export const read = 1;\n'],
    ['lib/d.ts', "const { read } = await import('./c.ts');\n"],
    ['lib/e.ts', 'export const whole = 1;\n'],
    ['lib/f/g.ts', "import * as e from '#lib/e.ts';\n"],
    ['lib/h.ts', "export function again() {}\nexport { one } from './a.ts';\n"],
  ]);
  expect(findUnusedExports(sources)).toEqual([
    'lib/a.ts two',
    'lib/a.ts Eight',
    'lib/a.ts five',
    'lib/a.ts seven',
    'lib/a.ts ten',
    'lib/h.ts again',
    'lib/h.ts one',
  ]);
});
