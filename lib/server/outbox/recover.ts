import 'server-only';
import { and, asc, eq, inArray, lt, lte, or, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { columnOf } from '#lib/server/db/row-key.ts';
import { hasItsTurn, isDue, isOfClockSetBack } from './attempt.ts';
import { dueStates, keyOf, type Ledger, type LedgerTable, type RowKey } from './ledger.ts';

/** Longer than any attempt takes: the process that made it has died. */
const stuckAfterMs = 60_000;
/** A job comes at once when its time has come; a row that is due for longer has lost its job. */
const overdueMs = 5_000;
/** Taken up at one location in one round, so that one that has lost everything leaves room for the others. */
const perLocation = 500;

/**
 * Queues again what a death left behind: rows being sent by nobody, and due rows without a job. One that waits behind an
 * earlier one has no job and needs none: it is queued when that one has gone.
 */
export async function sweep<Table extends LedgerTable, Key extends RowKey>(
  db: Queryable,
  ledger: Ledger<Table, Key>,
): Promise<void> {
  const table: LedgerTable = ledger.table;
  const now = ledger.clock();
  const named = { locationId: table.locationId, [ledger.id]: columnOf(table, ledger.id) };
  await db.transaction(async (tx) => {
    const stuck = await tx
      .update(table)
      .set({
        ...{ state: 'waiting', nextAttemptAt: new Date(now) },
        claimedAt: sql`least(${table.claimedAt}, ${new Date(now).toISOString()}::timestamptz)`,
      })
      .where(
        and(
          eq(table.state, 'sending'),
          or(lt(table.claimedAt, new Date(now - stuckAfterMs)), isOfClockSetBack(ledger, new Date(now))),
        ),
      )
      .returning(named);
    const place = sql<number>`row_number() over (partition by ${table.locationId} order by ${table.nextAttemptAt})`;
    const overdue = tx
      .select({ ...named, nextAttemptAt: table.nextAttemptAt, place: place.as('place') })
      .from(table)
      .where(
        and(
          inArray(table.state, [...dueStates]),
          isDue(ledger, new Date(now), new Date(now - overdueMs - 1)),
          hasItsTurn(tx, ledger),
        ),
      )
      .as('overdue');
    const lost = await tx
      .select()
      .from(overdue)
      .where(lte(overdue.place, perLocation))
      .orderBy(asc(overdue.nextAttemptAt));
    const keys = [...stuck, ...lost].map((row) => keyOf(ledger, row));
    await ledger.queue.enqueue(tx, keys, new Date(now));
  });
}

/** Makes every waiting row of a location due now. Their order is kept by the claim. */
export async function retryWaiting<Table extends LedgerTable, Key extends RowKey>(
  tx: Queryable,
  ledger: Ledger<Table, Key>,
  locationId: string,
): Promise<void> {
  const table: LedgerTable = ledger.table;
  const now = new Date(ledger.clock());
  const retried = await tx
    .update(table)
    .set({ nextAttemptAt: now })
    .where(and(eq(table.locationId, locationId), eq(table.state, 'waiting')))
    .returning({ locationId: table.locationId, [ledger.id]: columnOf(table, ledger.id) });
  const keys = retried.map((row) => keyOf(ledger, row));
  await ledger.queue.enqueue(tx, keys, now);
}

/** Makes rows due again whose attempt will not be settled: the process stops. What they came to may be lost. */
export async function releaseClaims<Table extends LedgerTable, Key extends RowKey>(
  db: Queryable,
  ledger: Ledger<Table, Key>,
  ids: readonly string[],
): Promise<void> {
  const table: LedgerTable = ledger.table;
  await db
    .update(table)
    .set({ state: 'waiting', nextAttemptAt: new Date(ledger.clock()) })
    .where(and(inArray(columnOf(table, ledger.id), [...ids]), eq(table.state, 'sending')));
}
