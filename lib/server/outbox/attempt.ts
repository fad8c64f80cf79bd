import 'server-only';
import { and, asc, eq, getTableColumns, gt, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn, type PgTable, type PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';
import { columnOf, isRow } from '#lib/server/db/row-key.ts';
import { aheadFrom } from '#shared/database/ahead.ts';
import { dueStates, keyOf, type Ledger, type LedgerTable, type Row, type RowKey, unsentStates } from './ledger.ts';

/** What became of an attempt. */
export type Settlement =
  | { kind: 'sent' }
  | { kind: 'waiting'; because: string; delayMs: number }
  /** For good. */
  | { kind: 'refused'; because: string };

/**
 * Claims a due row for one attempt, which `settle` ends. Harmless to call for any row: only what the ledger says counts. A
 * job that came before its time, by the clock of this machine, is queued again: its row must not wait for the sweep.
 * @param set what is written at the claim
 * @returns null where the row is not due, is being sent, is settled, or where an earlier one has to go first
 */
export async function claim<Table extends LedgerTable, Key extends RowKey>(
  db: Queryable,
  ledger: Ledger<Table, Key>,
  key: Key,
  set: PgUpdateSetSource<Table> = {},
): Promise<Row<Table> | null> {
  const table: LedgerTable = ledger.table;
  const now = new Date(ledger.clock());
  const [claimed] = await db
    .update(table)
    .set({ ...set, state: 'sending', claimedAt: now, attempts: sql`${table.attempts} + 1` })
    .where(and(isRow(table, key), inArray(table.state, [...dueStates]), isDue(ledger, now), hasItsTurn(db, ledger)))
    .returning(getTableColumns(table));
  // safe because: it is a row of that table
  if (claimed) return claimed as Row<Table>;
  await requeueEarly(db, ledger, key);
  return null;
}

/** Holds for rows whose time had come at `by`, and for those that wait for a time of a clock that was set back since. */
export function isDue<Table extends LedgerTable, Key extends RowKey>(
  ledger: Ledger<Table, Key>,
  now: Date,
  by = now,
): SQL | undefined {
  const { table, heldUpUntil }: { table: LedgerTable; heldUpUntil?: string } = ledger;
  const isHeldUpNoMore = heldUpUntil && isOver(columnOf(table, heldUpUntil), now);
  return or(and(lte(table.nextAttemptAt, by), isHeldUpNoMore || undefined), isOfClockSetBack(ledger, now));
}

/** Holds for rows whose last attempt began in the future, or that were made there and not tried yet. */
export function isOfClockSetBack<Table extends LedgerTable, Key extends RowKey>(
  { table, madeAt }: Ledger<Table, Key>,
  now: Date,
): SQL | undefined {
  const { claimedAt, attempts }: LedgerTable = table;
  const future = aheadFrom(now);
  return or(gt(claimedAt, future), and(eq(attempts, 0), gt(columnOf(table, madeAt), future)));
}

/** Whether a time is over, or there is none. */
export const isOver = (column: PgColumn, now: Date): SQL | undefined => or(isNull(column), lte(column, now));

/** Holds for a row that no earlier one has to go before. */
export function hasItsTurn<Table extends LedgerTable, Key extends RowKey>(
  db: Queryable,
  { table, inOrder: { of, by } }: Ledger<Table, Key>,
): SQL {
  const earlier: PgTable = alias(table, 'earlier');
  const unsentBefore = db
    .select({ one: sql`1` })
    .from(earlier)
    .where(
      and(
        eq(columnOf(earlier, 'locationId'), columnOf(table, 'locationId')),
        eq(columnOf(earlier, of), columnOf(table, of)),
        lt(columnOf(earlier, by), columnOf(table, by)),
        inArray(columnOf(earlier, 'state'), [...unsentStates]),
      ),
    );
  return sql`not exists (${unsentBefore})`;
}

async function requeueEarly<Table extends LedgerTable, Key extends RowKey>(
  db: Queryable,
  { heldUpUntil, queue, clock, ...ledger }: Ledger<Table, Key>,
  key: Key,
): Promise<void> {
  const table: LedgerTable = ledger.table;
  const now = new Date(clock());
  const times = heldUpUntil ? [table.nextAttemptAt, columnOf(table, heldUpUntil)] : [table.nextAttemptAt];
  const isEarly = or(...times.map((time) => gt(time, now)));
  const [row] = await db
    .select({ dueAt: sql`greatest(${sql.join(times, sql`, `)})`.mapWith((at: string) => new Date(at)) })
    .from(table)
    .where(and(isRow(table, key), inArray(table.state, [...dueStates]), isEarly));
  if (row) await queue.enqueue(db, [key], row.dueAt);
}

/** Holds for the attempt that claimed the row, until it is settled or was taken for dead. */
export const isClaimOf = <Table extends LedgerTable, Key extends RowKey>(
  ledger: Ledger<Table, Key>,
  row: Row<Table>,
): SQL | undefined => {
  const { state, attempts }: LedgerTable = ledger.table;
  return and(isRow(ledger.table, keyOf(ledger, row)), eq(state, 'sending'), eq(attempts, row.attempts));
};

/**
 * Writes what became of an attempt, and queues what has to follow.
 * @param set what is written with it
 * @returns the row as it stands now; null where another attempt has begun since, or something else has settled it: what
 * this one came to does not count any more
 */
export async function settle<Table extends LedgerTable, Key extends RowKey>(
  tx: Queryable,
  ledger: Ledger<Table, Key>,
  row: Row<Table>,
  settlement: Settlement,
  set: PgUpdateSetSource<Table> = {},
): Promise<Row<Table> | null> {
  const table: LedgerTable = ledger.table;
  const [settled] = await tx
    .update(table)
    .set({ ...set, ...changeOf(settlement, ledger.clock()) })
    .where(isClaimOf(ledger, row))
    .returning();
  if (!settled) return null;
  const now = settled as Row<Table>; // safe because: it is a row of that table
  if (settlement.kind === 'waiting') await ledger.queue.enqueue(tx, [keyOf(ledger, row)], now.nextAttemptAt);
  else await queueNext(tx, ledger, now);
  return now;
}

function changeOf(settlement: Settlement, now: number) {
  switch (settlement.kind) {
    case 'sent':
      return { state: 'sent', lastError: null };
    case 'waiting': {
      const { because, delayMs } = settlement;
      return { state: 'waiting', lastError: because, nextAttemptAt: new Date(now + delayMs) };
    }
    case 'refused':
      return { state: 'refused', lastError: settlement.because };
  }
}

/** Queues the row that may have waited for this one, which is settled. */
export async function queueNext<Table extends LedgerTable, Key extends RowKey>(
  tx: Queryable,
  ledger: Ledger<Table, Key>,
  row: Row<Table>,
): Promise<void> {
  const { of, by } = ledger.inOrder;
  // of nobody knows whom: nothing waits for it
  if (row[of] === null) return;
  const table: LedgerTable = ledger.table;
  const [next] = await tx
    .select()
    .from(table)
    .where(
      and(
        isRow(table, { locationId: row.locationId, [of]: row[of] }),
        gt(columnOf(table, by), row[by]),
        inArray(table.state, [...dueStates]),
      ),
    )
    .orderBy(asc(columnOf(table, by)))
    .limit(1);
  if (!next) return;
  const { nextAttemptAt } = next as Row<Table>; // safe because: it is a row of that table
  const dueAt = new Date(Math.max(ledger.clock(), nextAttemptAt.getTime()));
  await ledger.queue.enqueue(tx, [keyOf(ledger, next)], dueAt);
}
