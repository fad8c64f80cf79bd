import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';

/** Rows per statement: few enough for its timeout, and to not block others. */
const batchSize = 1_000;

interface Batches {
  table: PgTable;
  isOld: SQL | undefined;
  stopping: AbortSignal;
  /** Whether the rows are still to be deleted; asked before each batch, in its transaction. */
  stillHolds?: ((tx: Queryable) => Promise<boolean>) | undefined;
  /** Taken before any row that is deleted. */
  lock?: ((tx: Queryable) => Promise<void>) | undefined;
}

/** Returns the number of deleted rows. Locked rows, and the rest after a stop, are left to the next run. */
export async function deleteInBatches(
  db: Queryable,
  { table, isOld, stopping, stillHolds, lock }: Batches,
): Promise<number> {
  const old = sql`select ctid from ${table} where ${isOld} limit ${batchSize} for update skip locked`;
  let total = 0;
  while (!stopping.aborted) {
    const deleted = await db.transaction(async (tx) => {
      if (stillHolds && !(await stillHolds(tx))) return 0;
      await lock?.(tx);
      const { rowCount } = await tx.execute(sql`delete from ${table} where ctid = any(array(${old}))`);
      return rowCount ?? 0;
    });
    total += deleted;
    if (deleted < batchSize) break;
  }
  return total;
}
