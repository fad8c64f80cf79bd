import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

/** Code that a page imports later, after which a deployment may have replaced the file or the desk may be away. */
const imports = /(?<!typeof )\bimport\(/g;
/** It is fetched some seconds after the start of the page, and tried again: by `onDemand`, or by `useLateCode(importX)`. */
const fetchedEarly = /(\b\w*[oO]nDemand\(\s*async \(\) =>\s*\(await import\(|\bconst (import\w+) = \(\) => import\()/g;

function isFetchedEarly(source: string): boolean {
  const early = [...source.matchAll(fetchedEarly)];
  const named = early.flatMap(([, , name]) => (name ? [name] : []));
  return (
    early.length === [...source.matchAll(imports)].length &&
    named.every((name) => source.includes(`useLateCode(${name})`))
  );
}

test('what a page imports later is fetched before an outage or a deployment can take it away', () => {
  const pages = sourceFilesOf('app', 'components').filter((file) => file.endsWith('.tsx') && !isOfTests(file));
  expect(pages.filter((file) => !isFetchedEarly(readSource(file)))).toEqual([
    // tries again by itself until the shell is stored
    'app/_components/shell-keeper.tsx',
  ]);
});

/** The ways in on a page from before a deployment: on the sign-in page, on a covered page, and by a badge on any page. */
const waysIn = [
  'app/(auth)/_components/sign-in.tsx',
  'app/_components/cover-sign-in.tsx',
  'app/_components/page-scans.tsx',
  'app/_components/session-cover.tsx',
  'app/_components/sign-in-by-badge.ts',
  'app/_components/sign-in-ways.tsx',
  'app/_components/use-badge-sign-in.tsx',
  'app/_components/use-take-over.ts',
];
const callsAction = (source: string) => /from '#app\/[^']*actions\.ts'/.test(source);

test('nothing that signs in is a server action, which each deployment renames', () => {
  expect(waysIn.filter((file) => callsAction(readSource(file)))).toEqual([]);
  expect(callsAction(readSource('app/_components/staff-shell.tsx'))).toBe(true); // control
});

test('the code for passkeys is fetched early by pages that sign in, also by those that are covered later', () => {
  const isFetched = (file: string) => readSource(file).includes('useLateCode(importPasskeys)');
  expect(['app/_components/session-cover.tsx', 'app/_components/sign-in-ways.tsx'].filter(isFetched)).toHaveLength(2);
});

test('the guard detects an import at a press (control)', () => {
  expect(isFetchedEarly("const Notes = onDemand(async () => (await import('./notes.tsx')).Notes);")).toBe(true);
  expect(isFetchedEarly("onClick={async () => (await import('./sign-out.ts')).signOut()}")).toBe(false);
  const named = "const importSignOut = () => import('./sign-out.ts');";
  expect(isFetchedEarly(named)).toBe(false);
  expect(isFetchedEarly(`${named} const load = useLateCode(importSignOut);`)).toBe(true);
});
