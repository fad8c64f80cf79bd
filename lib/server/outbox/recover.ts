import 'server-only';
import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { tellDue } from '#lib/server/due/notice.ts';
import { isClaimOf, isOfClockSetBack } from './attempt.ts';
import type { Ledger, LedgerTable, Row } from './ledger.ts';

/** Longer than any attempt takes: the process that made it has died. */
const stuckAfterMs = 60_000;

/** Makes due again what a death left behind: rows that are being sent by nobody. */
export async function freeStuck<Table extends LedgerTable>(db: Queryable, ledger: Ledger<Table>): Promise<void> {
  const table: LedgerTable = ledger.table;
  const now = new Date(ledger.clock());
  await db
    .update(table)
    .set({
      state: 'waiting',
      nextAttemptAt: now,
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
  { locationId }: { locationId: string },
): Promise<void> {
  const table: LedgerTable = ledger.table;
  const now = new Date(ledger.clock());
  const { rowCount } = await tx
    .update(table)
    .set({ nextAttemptAt: now })
    .where(and(eq(table.locationId, locationId), eq(table.state, 'waiting')));
  if ((rowCount ?? 0) > 0) await tellDue(tx, { kind: ledger.name, locationId, at: now });
}

/**
 * Makes rows due again whose attempt will not be settled, as the process stops, and tells it. What the attempt comes to may
 * be lost.
 * @param claimed as the claim returned them: what was claimed anew since is another one's
 */
export async function releaseClaims<Table extends LedgerTable>(
  db: Queryable,
  ledger: Ledger<Table>,
  claimed: readonly Row<Table>[],
): Promise<void> {
  if (claimed.length === 0) return;
  const table: LedgerTable = ledger.table;
  const now = new Date(ledger.clock());
  await db.transaction(async (tx) => {
    const released = await tx
      .update(table)
      .set({ state: 'waiting', nextAttemptAt: now })
      .where(or(...claimed.map((row) => isClaimOf(ledger, row))))
      .returning({ locationId: table.locationId });
    for (const locationId of new Set(released.map((row) => String(row.locationId)))) {
      await tellDue(tx, { kind: ledger.name, locationId, at: now });
    }
  });
}
