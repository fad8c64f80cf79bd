import 'server-only';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { notifyDue } from '#lib/server/due/notice.ts';
import { isClaimOf, isOfClockSetBack } from './attempt.ts';
import type { Ledger, LedgerTable, Row } from './ledger.ts';

/** Longer than any attempt takes: after that, its process is presumed dead. */
const stuckAfterMs = 60_000;

/** Makes rows due again whose process died during the attempt. */
export async function freeStuck<Table extends LedgerTable>(db: Queryable, ledger: Ledger<Table>): Promise<void> {
  const table: LedgerTable = ledger.table;
  const now = new Date(ledger.clock());
  const deadSince = new Date(now.getTime() - stuckAfterMs);
  // a process of a version from before the ledger writes no claim
  const isUnclaimed = and(isNull(table.claimedAt), lt(table.nextAttemptAt, deadSince));
  await db
    .update(table)
    .set({
      state: 'waiting',
      nextAttemptAt: now,
      claimedAt: sql`least(${table.claimedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(
      and(eq(table.state, 'sending'), or(lt(table.claimedAt, deadSince), isUnclaimed, isOfClockSetBack(ledger, now))),
    );
}

/** Makes every waiting row of a location due now. The claim keeps their order. */
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
  if ((rowCount ?? 0) > 0) await notifyDue(tx, { kind: ledger.name, locationId, at: now });
}

/**
 * Makes rows due again whose attempts will not be settled because the process stops, and notifies the other workers. The
 * outcomes of the attempts may be lost.
 * @param claimed as the claim returned them, so that rows which another process has claimed since are left alone
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
      await notifyDue(tx, { kind: ledger.name, locationId, at: now });
    }
  });
}
