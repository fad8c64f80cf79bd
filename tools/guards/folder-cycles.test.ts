import path from 'node:path';
import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Every top-level folder of the repository with subfolders. */
const rooms = ['app', 'components', 'contracts', 'e2e', 'lib', 'platform', 'programs', 'shared', 'tools'];

/**
 * The folder of a file, at most `depth` deep; a file directly in a top-level folder, such as a program's entry point,
 * is a node of its own. A page and its own components are one.
 */
function nodeOf(file: string, depth: number): string {
  if (depth === 1) return file.split('/')[0] ?? '';
  const folders = path
    .dirname(file)
    .replace(/\/_components\b.*/, '')
    .split('/');
  return folders.length === 1 ? file : folders.slice(0, depth).join('/');
}

/** The imports between folders, including types, without tests and test helpers. */
function readFolders(tops: readonly string[], depth: number): Graph {
  const graph = new Map<string, Set<string>>();
  const isInside = (file: string) => tops.some((top) => file.startsWith(`${top}/`));
  for (const file of sourceFilesOf(...tops)) {
    if (isOfTests(file)) continue;
    const folder = nodeOf(file, depth);
    const imported = graph.get(folder) ?? new Set();
    graph.set(folder, imported);
    for (const [, specifier = ''] of readSource(file).matchAll(/\b(?:from|import\()\s*'([#.][^']+)'/g)) {
      const target = specifier.startsWith('#') ? specifier.slice(1) : path.join(path.dirname(file), specifier);
      const other = nodeOf(target, depth);
      if (other !== folder && isInside(target)) imported.add(other);
    }
  }
  return graph;
}

/** A cycle of folder imports, as a path. */
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

test('a cycle of folders is found', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c', 'd'])],
    ['c', new Set<string>()],
    ['d', new Set(['a'])],
  ]);
  expect(findCycle(graph)).toEqual(['a', 'b', 'd', 'a']);
});

/** Single folders; the first-level folders; and the subfolders of lib and of the services. */
const depths: [string, number][] = [
  ['folders', Number.POSITIVE_INFINITY],
  ['rooms', 2],
  ['rooms of rooms', 3],
];

test.each(rooms.flatMap((top) => depths.map(([what, depth]) => [top, what, depth] as const)))(
  'in %s, no %s import each other in a cycle',
  (top, _what, depth) => {
    expect(findCycle(readFolders([top], depth))).toBeNull();
  },
);

test('nor do the top-level folders of the repository', () => {
  const graph = readFolders(rooms, 1);
  expect([...graph.keys()].toSorted()).toEqual(rooms);
  expect(graph.get('app')).toContain('lib');
  expect(findCycle(graph)).toBeNull();
});
