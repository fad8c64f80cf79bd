import 'server-only';
import { and, gt, lte, or, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { clocksDifferMs } from '#shared/clocks-differ.ts';
import type { Queryable } from './client.ts';
import { columnOf, isRow } from './row-key.ts';

/*
 * Times that a clock wrote before it was set back lie ahead of now. Nothing was done there, and nothing is to wait for it.
 */

export const isAhead = (at: Date | null, now: Date): boolean =>
  at !== null && at.getTime() - now.getTime() > clocksDifferMs;

/** Holds for what is due: its time has come, or lies farther ahead than anything waits. */
export const isDueBy = (dueAt: PgColumn, now: Date, longestWaitMs: number): SQL | undefined =>
  or(lte(dueAt, now), gt(dueAt, new Date(now.getTime() + longestWaitMs + clocksDifferMs)));

/** Takes times of rows that have not come yet for a moment ago, so that what is heard now is later. */
export async function bringBack(
  tx: Queryable,
  table: PgTable,
  key: object,
  names: readonly string[],
  now: Date,
): Promise<void> {
  const aMomentAgo = new Date(now.getTime() - 1);
  for (const name of names) {
    await tx
      .update(table)
      .set({ [name]: aMomentAgo })
      .where(and(isRow(table, key), gt(columnOf(table, name), now)));
  }
}
