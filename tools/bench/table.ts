import { isGoalMet, type Row, type Section } from './row.ts';

export const headings = ['size', 'conns', 'p50 ms', 'p95 ms', 'p99 ms', 'req/s', 'value', 'goal', 'samples'];

/** Formats the sections with aligned columns, each section under its title. */
export function formatTable(sections: readonly Section[]): string {
  const table = sections.map(({ title, rows }) => [
    [title, ...headings],
    ...rows.map((row) => [`  ${row.name}`, ...cellsOf(row)]),
  ]);
  const widths = ['', ...headings].map((_, column) =>
    Math.max(...table.flat().map((cells) => cells[column]?.length ?? 0)),
  );
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  return table.map((lines) => lines.map((cells) => cells.map(pad).join('  ')).join('\n')).join('\n\n');
}

/** A cell for each of the {@link headings}. */
export const cellsOf = (row: Row): string[] => [
  row.size?.toLocaleString('en') ?? '',
  fixed(row.connections, 0),
  fixed(row.p50Ms, 1),
  fixed(row.p95Ms, 1),
  fixed(row.p99Ms, 1),
  row.requestsPerSecond === undefined ? '' : Math.round(row.requestsPerSecond).toLocaleString('en'),
  row.value ? withUnit(row.value.amount, row.value.unit) : '',
  goalOf(row),
  row.samples.toLocaleString('en'),
];

function goalOf(row: Row): string {
  const isMet = isGoalMet(row);
  return isMet === null ? '' : `${boundsOf(row)} ${isMet ? 'met' : 'MISSED'}`;
}

/** Such as `≤ 100`. */
export const boundsOf = ({ least, budget }: Row): string =>
  [
    ...(least === undefined ? [] : [`≥ ${formatNumber(least)}`]),
    ...(budget === undefined ? [] : [`≤ ${formatNumber(budget)}`]),
  ].join(', ');

export const withUnit = (amount: number, unit: string): string => `${formatNumber(amount)} ${unit}`.trim();

/** With one digit below a hundred, if it is no whole number, and two below one. */
export const formatNumber = (amount: number): string =>
  amount.toLocaleString('en', { maximumFractionDigits: Math.abs(amount) < 1 ? 2 : Math.abs(amount) < 100 ? 1 : 0 });

const fixed = (value: number | undefined, digits: number) => value?.toFixed(digits) ?? '';
