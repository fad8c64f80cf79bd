import fs from 'node:fs';
import path from 'node:path';
import { root } from '#programs/base/run-program.ts';
import { type Results, readResults } from '#tools/bench/results.ts';
import { charts, drawCharted } from './charts.ts';
import { describeForReadme, describePerformance } from './describe.ts';

/** What the results say, by file: the page, its charts, and README with its section in place. */
export function filesOf(results: Results, readme: string): Map<string, string> {
  return new Map([
    ['README.md', readme.replace(/^## Measured\n[\s\S]*?(?=^## )/m, () => describeForReadme(results))],
    ['docs/performance.md', describePerformance(results)],
    ...charts
      .filter(({ part }) => results[part])
      .map((chart) => [`docs/performance/${chart.file}`, drawCharted(chart, results)] as const),
  ]);
}

export function writeFiles(): void {
  const readme = fs.readFileSync(path.join(root, 'README.md'), 'utf8');
  for (const [file, content] of filesOf(readResults(), readme)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), content);
  }
}
