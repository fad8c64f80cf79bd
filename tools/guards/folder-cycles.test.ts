import path from 'node:path';
import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Every room of the repository that has folders. */
const rooms = ['app', 'components', 'contracts', 'e2e', 'lib', 'platform', 'programs', 'shared', 'tools'];

/** The folder of a file, at most `depth` deep; what lies in a room itself, such as what starts a program, stands for itself. A page and its own components are one. */
function nodeOf(file: string, depth: number): string {
  if (depth === 1) return file.split('/')[0] ?? '';
  const folders = path
    .dirname(file)
    .replace(/\/_components\b.*/, '')
    .split('/');
  return folders.length === 1 ? file : folders.slice(0, depth).join('/');
}

/** What each folder imports of other folders, types included; tests and what they share are no part of it. */
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

/** Each folder by itself; by the folders right inside a room; by the sides of lib and the rooms of services. */
const depths: [string, number][] = [
  ['folders', Number.POSITIVE_INFINITY],
  ['rooms', 2],
  ['rooms of rooms', 3],
];

test.each(rooms.flatMap((top) => depths.map(([what, depth]) => [top, what, depth] as const)))(
  'in %s, no %s import each other in a circle',
  (top, _what, depth) => {
    expect(findCycle(readFolders([top], depth))).toBeNull();
  },
);

test('nor do the rooms of the repository', () => {
  const graph = readFolders(rooms, 1);
  expect([...graph.keys()].toSorted()).toEqual(rooms);
  expect(graph.get('app')).toContain('lib');
  expect(findCycle(graph)).toBeNull();
});
