import 'server-only';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * A table whose rows are sent, each until it has arrived or was refused for good: `attemptColumns()` beside its key.
 *
 * - `held`: may be taken back; its first attempt comes when that time is over
 * - `waiting`: due, or an attempt failed and another comes at `nextAttemptAt`
 * - `sending`: claimed for an attempt
 * - `sent`, `refused`, and whatever else the ledger has: settled
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

/** By which a row is found: its location, and one more column. */
export interface RowKey {
  locationId: string;
}

/** What a ledger brings, for its rows to be claimed, settled and swept. */
export interface Ledger<Table extends LedgerTable> {
  /** As notices and the log name its work. */
  name: string;
  table: Table;
  /** The column that names a row within its location. */
  id: ColumnName<Table>;
  /** Rows that have the same in `of` are sent in the order of `by`, one after the other. */
  inOrder: { of: ColumnName<Table>; by: ColumnName<Table> };
  /** When a row was made, by the clock of whoever made it. */
  madeAt: ColumnName<Table>;
  /** Until that time a row is not sent, whenever its next attempt would be; null where nothing holds it up. */
  heldUpUntil?: ColumnName<Table>;
  /** Epoch milliseconds. */
  clock: () => number;
}

/** Of rows that an attempt may be made for. */
export const dueStates = ['held', 'waiting'] as const;
/** Of rows whose way is not at its end. */
export const unsentStates = [...dueStates, 'sending'] as const;

/** By which a row is found. */
export const keyOf = <Table extends LedgerTable>({ id }: Ledger<Table>, row: Row<Table>): RowKey => {
  const key = { locationId: row.locationId, [id]: row[id] };
  return key;
};

/** What names a row within its location. */
export const nameOf = <Table extends LedgerTable>({ id }: Ledger<Table>, key: RowKey): string =>
  String(Object.entries(key).find(([name]) => name === id)?.[1]);
