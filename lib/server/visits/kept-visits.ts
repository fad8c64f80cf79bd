import 'server-only';
import { and, asc, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { notifyDue } from '#lib/server/due/notice.ts';
import { unsentStates } from '#lib/server/ledger/ledger.ts';
import { keptStates } from '#lib/wire/visits.ts';
import { visitLedger } from './ledger.ts';

const isKept = inArray(visits.state, [...keptStates]);

/** Holds for visits that will not be sent and that are not settled. */
export const isToBeSettled = () => and(isKept, isNull(visits.settledAt));

/** Holds for visits the platform does not have: to be sent, or to be settled. */
export const isOpenVisit = () => or(inArray(visits.state, [...unsentStates]), isToBeSettled());

/** Visits the platform does not have, oldest first: to be sent, to be settled, and on request the settled ones. */
export function listUnsentVisits(db: Queryable, { withSettled }: { withSettled: boolean }): Promise<Visit[]> {
  return db
    .select()
    .from(visits)
    .where(withSettled ? or(isOpenVisit(), isKept) : isOpenVisit())
    .orderBy(asc(visits.tappedAt), asc(visits.tapId));
}

/** Settles one visit on the operator's command. @throws ActionFailure `notFound` where it does not have to be settled */
export function settleKeptVisit(desk: DeskContext, { tapId }: { tapId: string }): Promise<Visit> {
  return desk.db.transaction(async (tx) => {
    const [settled] = await settleKept(tx, desk, { which: eq(visits.tapId, tapId), settledBy: null });
    if (!settled) throw notKept(tapId);
    await notifyLive(tx, { locationId: settled.locationId, event: 'status' });
    return settled;
  });
}

/**
 * Sends a visit again, even a settled one: its card may belong to a member by now, or its member may have a contract.
 * @throws ActionFailure `notFound` where the visit is neither refused nor unresolved
 */
export function retryKeptVisit(desk: DeskContext, { tapId }: { tapId: string }): Promise<Visit> {
  return desk.db.transaction(async (tx) => {
    const retried = await retryKept(tx, desk, { which: eq(visits.tapId, tapId), retriedBy: null });
    if (!retried) throw notKept(tapId);
    return retried;
  });
}

/** Makes a refused or unresolved visit due again. It is sent only by a claim. @returns null where there is none */
export async function retryKept(
  tx: Queryable,
  desk: DeskContext,
  { which, retriedBy }: { which: SQL | undefined; retriedBy: string | null },
): Promise<Visit | null> {
  const now = new Date(desk.clock());
  const [kept] = await tx.select().from(visits).where(and(which, isKept)).for('update');
  if (!kept) return null;
  const { locationId, tapId } = kept;
  const [retried] = await tx
    .update(visits)
    .set({ state: 'waiting', nextAttemptAt: now, settledAt: null })
    .where(and(eq(visits.locationId, locationId), eq(visits.tapId, tapId)))
    .returning();
  if (!retried) return null;
  await writeAudit(tx, desk, { ...about(kept), action: 'retryVisit', staffId: retriedBy });
  await notifyDue(tx, { kind: visitLedger(desk).name, locationId, at: now });
  await notifyLive(tx, { locationId, event: 'status' });
  return retried;
}

/** Settles the visits of a selection that have to be settled. */
export async function settleKept(
  tx: Queryable,
  desk: DeskContext,
  { which, settledBy, reason }: { which: SQL | undefined; settledBy: string | null; reason?: string },
): Promise<Visit[]> {
  const settled = await tx
    .update(visits)
    .set({ settledAt: new Date(desk.clock()) })
    .where(and(which, isToBeSettled()))
    .returning();
  for (const visit of settled) {
    await writeAudit(tx, desk, {
      ...about(visit),
      action: 'settleVisit',
      staffId: settledBy,
      ...(reason && { reason }),
    });
  }
  return settled;
}

const about = ({ locationId, tapId, accountId, state, lastError }: Visit) => ({
  locationId,
  tapId,
  ...(accountId !== null && { accountId }),
  cause: [state, lastError].filter(Boolean).join(' '),
});

const notKept = (tapId: string) => new ActionFailure('notFound', `No visit ${tapId} waits to be settled.`);
