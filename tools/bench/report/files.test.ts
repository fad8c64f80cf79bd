import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#programs/base/run-program.ts';
import { readResults } from '#tools/bench/results.ts';
import type { Row } from '#tools/bench/row.ts';
import { filesOf } from './files.ts';

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const changedBy = (title: string, change: (row: Row) => Row) => {
  const results = readResults();
  const measured = { measuredOn: '2026-11-23', machine: { cores: 2, cpu: 'AMD EPYC', node: 'v24.0.0' }, sections: [] };
  const { sections, ...part } = results[title] ?? measured;
  const changed = sections.map((section) => ({ ...section, rows: section.rows.map(change) }));
  return filesOf({ ...results, [title]: { ...part, sections: changed } }, read('README.md'));
};

test('README, the page on performance and its charts are what `npm run bench -- draw` writes', () => {
  const files = filesOf(readResults(), read('README.md'));
  for (const [file, content] of files) expect(read(file), file).toBe(content);
  const charts = fs.existsSync('docs/performance') ? fs.readdirSync('docs/performance') : [];
  expect(charts.filter((chart) => !files.has(`docs/performance/${chart}`))).toEqual([]);
});

test('another figure changes the pages that show it, and nothing else of README (control)', () => {
  const files = changedBy('The start', (row) => ({ ...row, p95Ms: 471.3 }));
  expect([...files].filter(([file, content]) => content !== read(file)).map(([file]) => file)).toEqual([
    'README.md',
    'docs/performance.md',
  ]);
  const others = (readme = '') => readme.split('\n').filter((line) => !line.includes('start of the platform'));
  expect(others(files.get('README.md'))).toEqual(others(read('README.md')));
});

test('a goal that is missed is bold', () => {
  const lineOf = (p95Ms: number) =>
    changedBy('The start', (row) => ({ ...row, p95Ms }))
      .get('README.md')
      ?.split('\n')
      .find((line) => line.includes('start of the platform'));
  expect([500, 501].map(lineOf)).toEqual([
    '| start of the platform → ready | 500 ms | ≤ 500 |',
    '| start of the platform → ready | **501 ms** | ≤ 500 |',
  ]);
});

test.each([
  ['has lost its row', (row: Row) => ({ ...row, name: 'renamed' })],
  ['has no bound any more', ({ budget: _, ...row }: Row) => row],
])('a goal whose part was measured, but %s, is reported', (_, change) => {
  expect(() => changedBy('The start', change)).toThrow('The start has no row “process → ready” with a goal.');
});
