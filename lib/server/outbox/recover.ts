import 'server-only';
import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { columnOf } from '#lib/server/db/row-key.ts';
import { tellDue } from '#lib/server/due/notice.ts';
import { isOfClockSetBack } from './attempt.ts';
import type { Ledger, LedgerTable } from './ledger.ts';

/** Longer than any attempt takes: the process that made it has died. */
const stuckAfterMs = 60_000;

/** Makes due again what a death left behind: rows that are being sent by nobody. */
export async function freeStuck<Table extends LedgerTable>(db: Queryable, ledger: Ledger<Table>): Promise<void> {
  const table: LedgerTable = ledger.table;
  const now = new Date(ledger.clock());
  await db
    .update(table)
    .set({
      ...{ state: 'waiting', nextAttemptAt: now },
      claimedAt: sql`least(${table.claimedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(
      and(
        eq(table.state, 'sending'),
        or(lt(table.claimedAt, new Date(now.getTime() - stuckAfterMs)), isOfClockSetBack(ledger, now)),
      ),
    );
}

/** Makes every waiting row of a location due now. Their order is kept by the claim. */
export async function retryWaiting<Table extends LedgerTable>(
  tx: Queryable,
  ledger: Ledger<Table>,
  locationId: string,
): Promise<void> {
  const table: LedgerTable = ledger.table;
  const now = new Date(ledger.clock());
  const { rowCount } = await tx
    .update(table)
    .set({ nextAttemptAt: now })
    .where(and(eq(table.locationId, locationId), eq(table.state, 'waiting')));
  if ((rowCount ?? 0) > 0) await tellDue(tx, ledger.name, locationId, now);
}

/** Makes rows due again whose attempt will not be settled: the process stops. What they came to may be lost. */
export async function releaseClaims<Table extends LedgerTable>(
  db: Queryable,
  ledger: Ledger<Table>,
  ids: readonly string[],
): Promise<void> {
  const table: LedgerTable = ledger.table;
  await db
    .update(table)
    .set({ state: 'waiting', nextAttemptAt: new Date(ledger.clock()) })
    .where(and(inArray(columnOf(table, ledger.id), [...ids]), eq(table.state, 'sending')));
}
