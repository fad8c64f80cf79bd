import path from 'node:path';
import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** What each folder imports of other folders, types included; tests and what they share are no part of it. */
function readFolders(top: string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const file of sourceFilesOf(top)) {
    if (isOfTests(file)) continue;
    const folder = path.dirname(file);
    const imported = graph.get(folder) ?? new Set();
    graph.set(folder, imported);
    for (const [, specifier = ''] of readSource(file).matchAll(/\bfrom '([#.][^']+)'/g)) {
      const target = path.dirname(specifier.startsWith('#') ? specifier.slice(1) : path.join(folder, specifier));
      if (target !== folder && (target === top || target.startsWith(`${top}/`))) imported.add(target);
    }
  }
  return graph;
}

/** Folders from which imports lead back to them, and how. */
function findCycle(graph: Graph): string[] | null {
  const done = new Set<string>();
  const visit = (folder: string, way: readonly string[]): string[] | null => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
    if (done.has(folder)) return null;
    for (const next of graph.get(folder) ?? []) {
      const cycle = visit(next, [...way, folder]);
      if (cycle) return cycle;
    }
    done.add(folder);
    return null;
  };
  for (const folder of graph.keys()) {
    const cycle = visit(folder, []);
    if (cycle) return cycle;
  }
  return null;
}

test('a circle of folders is found', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c', 'd'])],
    ['c', new Set<string>()],
    ['d', new Set(['a'])],
  ]);
  expect(findCycle(graph)).toEqual(['a', 'b', 'd', 'a']);
});

test.each(['lib', 'components', 'contracts', 'shared'])('no folders of %s import each other in a circle', (top) => {
  const graph = readFolders(top);
  expect([...graph.values()].some((imported) => imported.size > 0)).toBe(true);
  expect(findCycle(graph)).toBeNull();
});
