import 'server-only';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * The table of a transactional outbox: each row is sent until it has arrived or is refused permanently. It has `attemptColumns()` in addition
 * to its key.
 *
 * - `held`: can still be undone; the first attempt is due when the undo time is over
 * - `waiting`: due, or to be retried at `nextAttemptAt` after a failed attempt
 * - `sending`: claimed for an attempt
 * - `sent`, `refused`, and further states of a ledger: settled
 */
export type LedgerTable = PgTable & Record<keyof LedgerRow, PgColumn> & { $inferSelect: LedgerRow };

interface LedgerRow {
  locationId: string;
  state: string;
  attempts: number;
  nextAttemptAt: Date;
  claimedAt: Date | null;
  lastError: string | null;
}

export type Row<Table extends LedgerTable> = Table['$inferSelect'];
type ColumnName<Table extends LedgerTable> = keyof Row<Table> & string;

/** The key of a row: its location, and one more column. */
export interface RowKey {
  locationId: string;
}

/** What a ledger defines so that its rows can be claimed, settled and swept. */
export interface Ledger<Table extends LedgerTable> {
  /** The name of its work in notices and in the log. */
  name: string;
  table: Table;
  /** The column that identifies a row within its location. */
  id: ColumnName<Table>;
  /** Rows with the same value in `of` are sent one after the other, in the order of `by`. */
  inOrder: { of: ColumnName<Table>; by: ColumnName<Table> };
  /** When a row was created, by the clock of the process that created it. */
  madeAt: ColumnName<Table>;
  /** A time before which a row is not sent, whenever its next attempt is due; null in rows that are not held up. */
  heldUpUntil?: ColumnName<Table>;
  /** Epoch milliseconds. */
  clock: () => number;
}

/** States in which an attempt may be made. */
export const dueStates = ['held', 'waiting'] as const;
/** States of rows that are not settled. */
export const unsentStates = [...dueStates, 'sending'] as const;

export const keyOf = <Table extends LedgerTable>({ id }: Ledger<Table>, row: Row<Table>): RowKey => {
  const key = { locationId: row.locationId, [id]: row[id] };
  return key;
};

/** The value that identifies a row within its location. */
export const nameOf = <Table extends LedgerTable>({ id }: Ledger<Table>, key: RowKey): string =>
  String(Object.entries(key).find(([name]) => name === id)?.[1]);
