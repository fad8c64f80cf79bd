import { isWithinBudget, type Row, type Section } from './row.ts';

const headings = ['conns', 'p50 ms', 'p95 ms', 'p99 ms', 'req/s', 'value', 'budget', 'samples'];

/** Formats the sections with aligned columns, each section under its title. */
export function formatTable(sections: readonly Section[]): string {
  const table = sections.map(({ title, rows }) => [[title, ...headings], ...rows.map(cellsOf)]);
  const widths = ['', ...headings].map((_, column) =>
    Math.max(...table.flat().map((cells) => cells[column]?.length ?? 0)),
  );
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  return table.map((lines) => lines.map((cells) => cells.map(pad).join('  ')).join('\n')).join('\n\n');
}

const cellsOf = (row: Row): string[] => [
  `  ${row.name}`,
  fixed(row.connections, 0),
  fixed(row.p50Ms, 1),
  fixed(row.p95Ms, 1),
  fixed(row.p99Ms, 1),
  fixed(row.requestsPerSecond, 0),
  row.value ? `${fixed(row.value.amount, 1)} ${row.value.unit}` : '',
  budgetOf(row),
  String(row.samples),
];

function budgetOf(row: Row): string {
  const isMet = isWithinBudget(row);
  return isMet === null ? '' : `≤ ${fixed(row.budget, 0)} ${isMet ? 'met' : 'MISSED'}`;
}

const fixed = (value: number | undefined, digits: number) => value?.toFixed(digits) ?? '';
