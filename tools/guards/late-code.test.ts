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

test('the guard detects an import at a press (control)', () => {
  expect(isFetchedEarly("const Notes = onDemand(async () => (await import('./notes.tsx')).Notes);")).toBe(true);
  expect(isFetchedEarly("onClick={async () => (await import('./sign-out.ts')).signOut()}")).toBe(false);
  const named = "const importSignOut = () => import('./sign-out.ts');";
  expect(isFetchedEarly(named)).toBe(false);
  expect(isFetchedEarly(`${named} const load = useLateCode(importSignOut);`)).toBe(true);
});
