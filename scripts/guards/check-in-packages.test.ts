import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/run-program.ts';

/** What is imported at run time; `import type` and an import of types alone are not. */
const importsOf = (source: string): string[] =>
  [...source.matchAll(/^(?:import|export)\s+(?!type\s)([^;'"]*?)from\s+'([^']+)'/gm)]
    .filter(([, names = '']) =>
      names
        .replace(/\{\s*|\s*\}/g, '')
        .split(/,\s*/)
        .some((name) => !/^type |^$/.test(name)),
    )
    .map(([, , specifier = '']) => specifier);

/** Packages that the browser loads with a component, and by which file. Server actions are called, not loaded. */
function packagesOf(entry: string): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const source = fs.readFileSync(path.join(root, file), 'utf8');
    if (source.includes("'use server'")) return;
    for (const specifier of importsOf(source)) {
      if (specifier.startsWith('#')) visit(specifier.slice(1));
      else if (specifier.startsWith('.')) visit(path.join(path.dirname(file), specifier));
      else packages.set(specifier, file);
    }
  };
  visit(entry);
  return packages;
}

test('nobody waits at the counter for what checks inputs and reckons calendars', () => {
  const packages = packagesOf('app/(desk)/_components/check-in-screen.tsx');
  expect(packages.has('react')).toBe(true);
  for (const heavy of ['zod', 'temporal-polyfill']) expect(packages.get(heavy), heavy).toBeUndefined();
});
