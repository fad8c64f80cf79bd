/** One line of the benchmark table. */
export interface Row {
  /** What was measured, and under which condition. */
  name: string;
  p50Ms?: number;
  p95Ms?: number;
  p99Ms?: number;
  requestsPerSecond?: number;
  /** How many single measurements stand behind it. */
  samples: number;
}

/** The value below which the share `q` of the samples lies (nearest rank). */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const rank = Math.max(0, Math.ceil(q * sorted.length) - 1);
  return sorted[rank] ?? Number.NaN;
}

export const latencyRow = (name: string, samplesMs: readonly number[]): Row => ({
  name,
  p50Ms: quantile(samplesMs, 0.5),
  p95Ms: quantile(samplesMs, 0.95),
  samples: samplesMs.length,
});

export function printTable(rows: readonly Row[]): void {
  const cell = (value: number | undefined, digits: number) => (value === undefined ? '' : value.toFixed(digits));
  const lines = rows.map((row) => [
    row.name,
    cell(row.p50Ms, 1),
    cell(row.p95Ms, 1),
    cell(row.p99Ms, 1),
    cell(row.requestsPerSecond, 0),
    String(row.samples),
  ]);
  const all = [['', 'p50 ms', 'p95 ms', 'p99 ms', 'req/s', 'samples'], ...lines];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of all) {
    console.log(
      line
        .map((text, column) => (column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0)))
        .join('  '),
    );
  }
}
