import { expect, test } from 'vitest';
import config from '#next.config.ts';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

// Next builds two bundles: what instrumentation loads (the database, the clients of the platforms), and pages with their actions.
// Each has its own copy of a bundled class, so `instanceof` is false for an error that the other bundle has thrown.

/** Tests its classes by name. */
const byName = ['zod'];
const oncePackages = [...(config.serverExternalPackages ?? []), ...byName];

const imported = /import (\w+)?,? ?(?:\{([^}]*)\})? ?from '([^']+)'/g;

/** The packages of which this source tests a bundled class by `instanceof`. */
function bundledClassesIn(source: string): string[] {
  const names = [...source.matchAll(imported)].flatMap(([, whole = '', some = '', from = '']) =>
    [whole, ...some.split(',')].map((name) => ({ name: name.trim().split(' ').at(-1) ?? '', from })),
  );
  const isOnce = (from: string) => /^(node:|#|\.)/.test(from) || oncePackages.includes(from.split('/')[0] ?? '');
  return [...source.matchAll(/\binstanceof (\w+)/g)].flatMap(([, tested]) =>
    names.flatMap(({ name, from }) => (name === tested && !isOnce(from) ? from : [])),
  );
}

const serverFiles = () => sourceFilesOf('lib', 'shared').filter((file) => !isOfTests(file) && !isOfBrowser(file));
const isOfBrowser = (file: string) => file.startsWith('lib/browser/');
/** A command line, which is not bundled. */
const isOfCommand = (file: string) => file.startsWith('lib/server/admin/');

test('the server tests no class of a bundled package by instanceof', () => {
  const found = serverFiles().filter((file) => !isOfCommand(file) && bundledClassesIn(readSource(file)).length > 0);
  expect(found).toEqual([]);
});

test('such a test is detected (control)', () => {
  const tests = (head: string) => bundledClassesIn(`${head}\nif (error instanceof Failed) throw error;`);
  expect(tests(`import { and, Failed } from 'drizzle-orm';`)).toEqual(['drizzle-orm']);
  expect(tests(`import Failed from 'drizzle-orm/errors';`)).toEqual(['drizzle-orm/errors']);
  expect(tests(`import { Failed } from 'pg';\nimport { Failed as Other } from 'drizzle-orm';`)).toEqual([]);
});

/** What a page calls of the other copy, through the running desk. */
const ofRunningDesk = ['db', 'gym-api', 'jobs', 'key-limit', 'live', 'log', 'mail', 'metrics', 'status'];

test('what pages call through the running desk throws no ActionFailure: their own copy of the class would not know it', () => {
  const throwing = sourceFilesOf(...ofRunningDesk.map((folder) => `lib/server/${folder}`)).filter(
    (file) => !isOfTests(file) && readSource(file).includes('ActionFailure'),
  );
  expect(throwing).toEqual([]);
});
