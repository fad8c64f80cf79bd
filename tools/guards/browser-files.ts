import path from 'node:path';
import { readSource, sourceFilesOf } from './source-files.ts';

/** Static imports at run time; excludes type-only and dynamic imports. */
const importsOf = (source: string): string[] =>
  [...source.matchAll(/^(?:import|export)\s+(?!type\s)([^;'"]*?)from\s+'([^']+)'/gm)]
    .filter(([, names = '']) =>
      names
        .replace(/\{\s*|\s*\}/g, '')
        .split(/,\s*/)
        .some((name) => !/^type |^$/.test(name)),
    )
    .map(([, , specifier = '']) => specifier);

const dynamicImportsOf = (source: string): string[] =>
  [...source.matchAll(/\bimport\('([^']+)'\)/g)].map(([, specifier = '']) => specifier);

/** @returns the file in the repository; null for a package */
function fileOf(specifier: string, importer: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? path.join(path.dirname(importer), specifier) : null;
}

interface Loaded {
  files: Set<string>;
  /** Packages, and the importing file of each. */
  packages: Map<string, string>;
}

/** The imports of a file that are followed. */
type Follow = (source: string) => string[];

/** What the browser loads with a component. Server actions are called, not loaded. */
function load(file: string, follow: Follow, loaded: Loaded): void {
  if (loaded.files.has(file) || !/\.tsx?$/.test(file)) return;
  const source = readSource(file);
  if (/^'use server'/m.test(source)) return;
  loaded.files.add(file);
  for (const specifier of follow(source)) {
    const next = fileOf(specifier, file);
    if (next) load(next, follow, loaded);
    else loaded.packages.set(specifier, file);
  }
}

/**
 * What the browser loads with pages and their layouts, which are server components: only the client components that they import
 * are loaded.
 */
function loadedWith(entries: readonly string[], follow: Follow): Loaded {
  const loaded: Loaded = { files: new Set(), packages: new Map() };
  const seen = new Set<string>();
  const look = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const source = readSource(file);
    if (/^'use client'/.test(source)) {
      load(file, follow, loaded);
      return;
    }
    for (const specifier of importsOf(source)) {
      const next = fileOf(specifier, file);
      if (next && /^(app|components)\/.*\.tsx$/.test(next)) look(next);
    }
  };
  for (const entry of entries) look(entry);
  return loaded;
}

/** What the browser loads with pages before anything is used. */
export const firstLoadOf = (entries: readonly string[]): Loaded => loadedWith(entries, importsOf);

/** What the browser loads with pages, and what they load on demand. */
export const everythingLoadedBy = (entries: readonly string[]): Loaded =>
  loadedWith(entries, (source) => [...importsOf(source), ...dynamicImportsOf(source)]);

/** Files of the router: each is the entry of a page, of what is around it, or of what stands in for it. */
export const routerFiles = (): string[] =>
  sourceFilesOf('app').filter((file) =>
    /\/(page|layout|error|loading|not-found|global-error|template)\.tsx$/.test(file),
  );
