import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { holdForgetting } from '#lib/server/base/forgotten.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { type TapAnswer, taps, visits } from '#lib/server/db/schema/visits.ts';
import { composeVerdict } from '#lib/server/verdict/compose-verdict.ts';
import { displayScan } from '#lib/wire/reader/card-number.ts';
import type { VoidInput } from '#lib/wire/taps.ts';
import { notWhole, type Verdict } from '#lib/wire/verdict.ts';

/**
 * Voids a scan that was a partial card read. From now on the tap has this answer, also if its look-up is in progress or its request
 * arrives later: the first of the two to write the answer wins. A visit that it recorded is undone while it is held.
 * @throws ActionFailure `tooLate` where the visit has been sent to the platform
 */
export async function voidScan({ desk, actor }: ActorContext, { tapId, value }: VoidInput): Promise<Verdict> {
  const locationId = actor.location.id;
  const now = desk.clock();
  const answer: TapAnswer = {
    ...notWhole(displayScan(value)),
    tappedAt: new Date(now).toISOString(),
    accountId: null,
    visitTapId: null,
    offers: [],
  };
  await desk.db.transaction(async (tx) => {
    // before any row: an erasure holds the lock of counted hours, which the update of an old visit needs too
    await holdForgetting(tx, locationId);
    await tx
      .insert(taps)
      .values({ locationId, tapId, operation: 'lookUp', claimedAt: new Date(now), answer })
      .onConflictDoUpdate({ target: [taps.locationId, taps.tapId, taps.operation], set: { answer } });
    await tx.delete(refusals).where(and(eq(refusals.locationId, locationId), eq(refusals.tapId, tapId)));
    if (await takeBackVisit(tx, locationId, tapId)) await notifyLive(tx, { locationId, event: 'presence' });
    await notifyLive(tx, { locationId, event: 'taps' });
  });
  return composeVerdict(desk.db, { answer, locationId, tapId, now, mayOverride: actor.mayOverride });
}

/** @returns whether there was a visit to undo */
async function takeBackVisit(tx: Queryable, locationId: string, tapId: string): Promise<boolean> {
  const isVisit = and(eq(visits.locationId, locationId), eq(visits.tapId, tapId));
  const undone = await tx
    .update(visits)
    .set({ state: 'undone', lastError: 'The card was not fully read.' })
    .where(and(isVisit, eq(visits.state, 'held')))
    .returning({ tapId: visits.tapId });
  if (undone.length > 0) return true;
  const [left] = await tx.select({ state: visits.state }).from(visits).where(isVisit);
  if (left && left.state !== 'undone') throw new ActionFailure('tooLate', 'The visit has been sent to the platform.');
  return false;
}
