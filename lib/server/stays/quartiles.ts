import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Quartiles } from '#lib/wire/stays.ts';

/** The three quartiles of a group, in order; null without rows. */
export const quartilesOf = (value: SQL) =>
  sql<number[] | null>`percentile_cont(array[0.25, 0.5, 0.75]) within group (order by ${value})`;

export function quartiles(ordered: readonly number[] | null): Quartiles {
  const [lower, median, upper] = ordered ?? [];
  if (lower === undefined || median === undefined || upper === undefined) throw new Error('There are no quartiles.');
  return { lower, median, upper };
}
