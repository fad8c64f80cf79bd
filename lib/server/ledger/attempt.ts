import 'server-only';
import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  min,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias, type PgColumn, type PgTable, type PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';
import { columnOf, isRow } from '#lib/server/db/row-key.ts';
import { claimDue, type DueRows } from '#lib/server/due/claim-due.ts';
import { notifyDue } from '#lib/server/due/notice.ts';
import { aheadFrom } from '#shared/database/ahead.ts';
import { dueStates, keyOf, type Ledger, type LedgerTable, type Row, type RowKey, unsentStates } from './ledger.ts';

/** The most rows of one location per poll, so that a location with many rows leaves capacity for the others. */
export const mostOfLocation = 20;

/** The outcome of an attempt. */
export type Settlement =
  | { kind: 'sent' }
  | { kind: 'waiting'; because: string; delayMs: number }
  /** Permanently: the row is not sent again. */
  | { kind: 'refused'; because: string };

/**
 * Rows for which an attempt is due. A claim lasts until `settle`, or until its process is presumed dead (see
 * ./recover.ts). It needs no renewal, since the requests of an attempt have deadlines of their own.
 */
export function dueAttempts<Table extends LedgerTable>(db: Queryable, ledger: Ledger<Table>): DueRows<Table> {
  const table: LedgerTable = ledger.table;
  const rows: DueRows<LedgerTable> = {
    table,
    key: ['locationId', ledger.id],
    dueAt: table.nextAttemptAt,
    isDue: (now) => and(inArray(table.state, [...dueStates]), isDue(ledger, now), hasItsTurn(db, ledger)),
    hold: (now) => ({ state: 'sending', claimedAt: now, attempts: sql`${table.attempts} + 1` }),
    mostOfLocation,
  };
  return rows as unknown as DueRows<Table>; // safe because: `Table` has the columns of every ledger, under these names
}

/** How many attempts are due, and since when the oldest has been. */
export async function readDueAttempts<Table extends LedgerTable>(
  db: Queryable,
  ledger: Ledger<Table>,
): Promise<{ name: string; count: number; oldest: Date | null }> {
  const table: LedgerTable = ledger.table;
  const isDueNow = dueAttempts(db, ledger).isDue(new Date(ledger.clock()));
  const [due] = await db
    .select({ count: count(), oldest: min(table.nextAttemptAt) })
    .from(table)
    .where(isDueNow);
  return { name: ledger.name, count: due?.count ?? 0, oldest: due?.oldest instanceof Date ? due.oldest : null };
}

interface Claiming<Table extends LedgerTable> {
  key: RowKey;
  /** What the claim writes in addition. */
  set?: PgUpdateSetSource<Table> | undefined;
}

/**
 * Claims a due row for one attempt, which `settle` ends. Safe to call for any row: only the state in the ledger counts.
 * @returns null where the row is not due, is being sent, is settled, or has to wait for an earlier one
 */
export async function claim<Table extends LedgerTable>(
  db: Queryable,
  ledger: Ledger<Table>,
  { key, set }: Claiming<Table>,
): Promise<Row<Table> | null> {
  const now = new Date(ledger.clock());
  const [claimed] = await claimDue(db, dueAttempts(db, ledger), { now, row: key, ...(set && { set }) });
  return claimed ?? null;
}

/** SQL condition: the time of the row has come, or its times were written by a clock that has been set back since. */
function isDue<Table extends LedgerTable>(ledger: Ledger<Table>, now: Date): SQL | undefined {
  const { table, heldUpUntil }: { table: LedgerTable; heldUpUntil?: string } = ledger;
  const isHeldUpNoMore = heldUpUntil && isOver(columnOf(table, heldUpUntil), now);
  return or(and(lte(table.nextAttemptAt, now), isHeldUpNoMore || undefined), isOfClockSetBack(ledger, now));
}

/** SQL condition: the last attempt of the row, or its creation if there was none, lies in the future: the clock was set back. */
export function isOfClockSetBack<Table extends LedgerTable>(
  { table, madeAt }: Ledger<Table>,
  now: Date,
): SQL | undefined {
  const { claimedAt, attempts }: LedgerTable = table;
  const future = aheadFrom(now);
  return or(gt(claimedAt, future), and(eq(attempts, 0), gt(columnOf(table, madeAt), future)));
}

/** Holds where a time has passed, or is not set. */
export const isOver = (column: PgColumn, now: Date): SQL | undefined => or(isNull(column), lte(column, now));

/** Holds for a row that does not have to wait for an earlier one. */
function hasItsTurn<Table extends LedgerTable>(db: Queryable, { table, inOrder: { of, by } }: Ledger<Table>): SQL {
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

/** SQL condition: the claim of the attempt still stands. It ends when the attempt is settled, or its process is presumed dead. */
export const isClaimOf = <Table extends LedgerTable>(ledger: Ledger<Table>, row: Row<Table>): SQL | undefined => {
  const { state, attempts }: LedgerTable = ledger.table;
  return and(isRow(ledger.table, keyOf(ledger, row)), eq(state, 'sending'), eq(attempts, row.attempts));
};

interface Settling<Table extends LedgerTable> {
  /** As the claim returned it. */
  row: Row<Table>;
  settlement: Settlement;
  /** What is written in addition. */
  set?: PgUpdateSetSource<Table>;
}

/**
 * Writes the outcome of an attempt, and notifies the workers when the next one is due.
 * @returns the updated row; null where another attempt has begun since or the row was settled otherwise: the outcome of
 * this attempt is dropped then
 */
export async function settle<Table extends LedgerTable>(
  tx: Queryable,
  ledger: Ledger<Table>,
  { row, settlement, set = {} }: Settling<Table>,
): Promise<Row<Table> | null> {
  const table: LedgerTable = ledger.table;
  const [settled] = await tx
    .update(table)
    .set({ ...set, ...changeOf(settlement, ledger.clock()) })
    .where(isClaimOf(ledger, row))
    .returning({ ...getTableColumns(table), nextDueAt: nextDueAt(tx, ledger, (name) => columnOf(table, name)) });
  if (!settled) return null;
  const { nextDueAt: ofNext, ...written } = settled;
  const now = written as Row<Table>; // safe because: it is a row of that table
  const { name, clock } = ledger;
  const at = settlement.kind === 'waiting' ? now.nextAttemptAt : ofNext;
  if (at) await notifyDue(tx, { kind: name, locationId: row.locationId, at: laterOf(at, clock()) });
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
    default:
      settlement satisfies never;
      throw new Error('The kind of a settlement is unknown.');
  }
}

/** After a row was settled, notifies the workers of the next row in its order, which may have waited for it. */
export async function notifyNext<Table extends LedgerTable>(
  tx: Queryable,
  ledger: Ledger<Table>,
  row: Row<Table>,
): Promise<void> {
  const [next] = await tx.select({ at: nextDueAt(tx, ledger, (name) => row[name]) }).from(sql`(select) as settled`);
  const { name, clock } = ledger;
  if (next?.at) await notifyDue(tx, { kind: name, locationId: row.locationId, at: laterOf(next.at, clock()) });
}

/**
 * When the next row in the order of another one is due, as a column; null where none waits for it.
 * @param of the columns of the other row, or their values
 */
function nextDueAt<Table extends LedgerTable>(
  db: Queryable,
  { table, inOrder }: Ledger<Table>,
  of: (name: keyof Row<Table> & string) => unknown,
): SQL<Date | null> {
  const next: PgTable = alias(table, 'next');
  const ofNext = (name: string) => columnOf(next, name);
  const due = db
    .select({ at: ofNext('nextAttemptAt') })
    .from(next)
    .where(
      and(
        eq(ofNext('locationId'), of('locationId')),
        eq(ofNext(inOrder.of), of(inOrder.of)),
        gt(ofNext(inOrder.by), of(inOrder.by)),
        inArray(ofNext('state'), [...dueStates]),
      ),
    )
    .orderBy(asc(ofNext(inOrder.by)))
    .limit(1);
  return sql`(${due})`.mapWith((text: string) => new Date(text));
}

const laterOf = (at: Date, now: number) => new Date(Math.max(at.getTime(), now));
