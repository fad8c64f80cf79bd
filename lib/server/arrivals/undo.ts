import 'server-only';
import { and, eq, gt } from 'drizzle-orm';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { holdForgetting } from '#lib/server/base/forgotten.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type TapAnswer, type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { shownScan } from '#lib/server/lookup/lookup-key.ts';
import { composeVerdict, decisionOfUndone } from '#lib/server/verdict/compose-verdict.ts';
import { lockVisitor } from '#lib/server/visits/record.ts';
import { recountAround } from '#lib/server/visits/recount.ts';
import type { UndoInput } from '#lib/wire/taps.ts';
import type { ScannedValue, Verdict } from '#lib/wire/verdict.ts';

/**
 * Undoes a visit during its undo time. The platform never gets it: a worker and an undo race for the row, and one of them finds it
 * in another state.
 * @throws ActionFailure `notFound`, or `tooLate` once the undo time is over
 */
export async function undo({ desk, actor }: ActorContext, { tapId }: UndoInput): Promise<Verdict> {
  const locationId = actor.location.id;
  const visit = await desk.db.transaction(async (tx) => {
    const accountId = await lockVisitorOf(tx, locationId, tapId);
    const undone = await takeBack(tx, locationId, tapId, desk.clock());
    if (!undone) return findUndone(tx, locationId, tapId);
    if (accountId !== null) {
      await recountAround(tx, desk, { location: actor.location, accountId, at: undone.tappedAt.getTime() });
    }
    await notifyLive(tx, { locationId, event: 'presence' });
    await notifyLive(tx, { locationId, event: 'taps' });
    return undone;
  });
  return composeVerdict(desk.db, {
    answer: answerOf(visit),
    locationId,
    tapId,
    now: desk.clock(),
    mayOverride: actor.mayOverride,
  });
}

/** Taken before the lock of the visit, as everywhere both are needed, to avoid deadlocks. Of an unknown card, an erasure may delete the visit. */
async function lockVisitorOf(tx: Queryable, locationId: string, tapId: string): Promise<string | null> {
  const [visit] = await tx.select({ accountId: visits.accountId }).from(visits).where(isVisit(locationId, tapId));
  const accountId = visit?.accountId ?? null;
  await (accountId === null ? holdForgetting(tx, locationId) : lockVisitor(tx, { locationId, visitor: { accountId } }));
  return accountId;
}

async function takeBack(tx: Queryable, locationId: string, tapId: string, now: number): Promise<Visit | undefined> {
  const [undone] = await tx
    .update(visits)
    .set({ state: 'undone' })
    .where(and(isVisit(locationId, tapId), eq(visits.state, 'held'), gt(visits.undoUntil, new Date(now))))
    .returning();
  return undone;
}

async function findUndone(tx: Queryable, locationId: string, tapId: string): Promise<Visit> {
  const [visit] = await tx.select().from(visits).where(isVisit(locationId, tapId));
  if (!visit) throw new ActionFailure('notFound', 'No visit was recorded by this tap.');
  if (visit.state !== 'undone') throw new ActionFailure('tooLate', 'The time to take this visit back is over.');
  return visit;
}

const isVisit = (locationId: string, tapId: string) => and(eq(visits.locationId, locationId), eq(visits.tapId, tapId));

function answerOf(visit: Visit): TapAnswer {
  return {
    decision: decisionOfUndone(visit),
    scanned: scannedOf(visit),
    tappedAt: visit.tappedAt.toISOString(),
    accountId: visit.accountId,
    visitTapId: visit.tapId,
    offers: visit.accountId === null ? [] : [visit.kind],
  };
}

function scannedOf({ scannedKind: kind, scannedValue: value }: Visit): ScannedValue {
  return kind === null || value === null ? { kind: 'membershipId', text: '' } : shownScan({ kind, value });
}
