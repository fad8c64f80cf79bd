/** One line of the benchmark table. */
export interface Row {
  /** What was measured, and under which condition. */
  name: string;
  /** How much there is of what grows, in rows that differ by it. */
  size?: number;
  /** The number of concurrent connections, each waiting for its response. */
  connections?: number;
  p50Ms?: number;
  p95Ms?: number;
  p99Ms?: number;
  requestsPerSecond?: number;
  /** For measurements that are neither a time nor a rate. */
  value?: { amount: number; unit: string };
  /** The highest acceptable value; without one the highest p95, or p50. */
  budget?: number;
  /** The lowest acceptable value. */
  least?: number;
  /** The number of single measurements. */
  samples: number;
}

/** Rows to compare with each other. */
export interface Section {
  title: string;
  rows: readonly Row[];
}

/** The value below which the share `q` of the samples lies (nearest rank). */
export function quantile(samples: readonly number[], q: number): number {
  return quantileOfSorted(sort(samples), q);
}

export function latencyRow(name: string, samplesMs: readonly number[], budgetMs?: number): Row {
  const sorted = sort(samplesMs);
  return {
    name,
    p50Ms: quantileOfSorted(sorted, 0.5),
    p95Ms: quantileOfSorted(sorted, 0.95),
    ...(budgetMs !== undefined && { budget: budgetMs }),
    samples: sorted.length,
  };
}

/** The figure that a goal is about. */
export const figureOf = ({ value, p95Ms, p50Ms }: Row): number | undefined => value?.amount ?? p95Ms ?? p50Ms;

/** Null without a goal. */
export function isGoalMet(row: Row): boolean | null {
  const { budget = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY } = row;
  const figure = figureOf(row);
  if (figure === undefined || (row.budget === undefined && row.least === undefined)) return null;
  return figure <= budget && figure >= least;
}

export interface Answered {
  samplesMs: readonly number[];
  durationS: number;
}

export function loadRow(name: string, connections: number, { samplesMs, durationS }: Answered): Row {
  const sorted = sort(samplesMs);
  return {
    name,
    connections,
    p50Ms: quantileOfSorted(sorted, 0.5),
    p99Ms: quantileOfSorted(sorted, 0.99),
    requestsPerSecond: sorted.length / durationS,
    samples: sorted.length,
  };
}

function sort(samples: readonly number[]): number[] {
  if (!samples.every(Number.isFinite)) throw new Error('A measurement is not a number.');
  return samples.toSorted((a, b) => a - b);
}

const quantileOfSorted = (sorted: readonly number[], q: number) =>
  sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
