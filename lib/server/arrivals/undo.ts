import 'server-only';
import { gt } from 'drizzle-orm';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type TapAnswer, type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { shownScan } from '#lib/server/lookup/lookup-key.ts';
import { composeVerdict, decisionOfUndone } from '#lib/server/verdict/compose-verdict.ts';
import { isVisit } from '#lib/server/visits/is-visit.ts';
import type { UndoInput } from '#lib/wire/taps.ts';
import type { ScannedValue, Verdict } from '#lib/wire/verdict.ts';
import { lockVisitorOf, takeBack } from './take-back.ts';

/**
 * Undoes a visit during its undo time. The platform never gets it: a worker and an undo race for the row, and one of them finds it
 * in another state.
 * @throws ActionFailure `notFound`, or `tooLate` once the undo time is over
 */
export async function undo({ desk, actor }: ActorContext, { tapId }: UndoInput): Promise<Verdict> {
  const locationId = actor.location.id;
  const visit = await desk.db.transaction(async (tx) => {
    await lockVisitorOf(tx, locationId, tapId);
    const may = gt(visits.undoUntil, new Date(desk.clock()));
    return (await takeBack(tx, desk, { location: actor.location, tapId, may })) ?? findUndone(tx, locationId, tapId);
  });
  return composeVerdict(desk.db, {
    answer: answerOf(visit),
    locationId,
    tapId,
    now: desk.clock(),
    mayOverride: actor.mayOverride,
  });
}

async function findUndone(tx: Queryable, locationId: string, tapId: string): Promise<Visit> {
  const [visit] = await tx.select().from(visits).where(isVisit(locationId, tapId));
  if (!visit) throw new ActionFailure('notFound', 'No visit was recorded by this tap.');
  if (visit.state !== 'undone') throw new ActionFailure('tooLate', 'The time to take this visit back is over.');
  return visit;
}

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
