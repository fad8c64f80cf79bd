import 'server-only';
import { and, eq, is, TransactionRollbackError } from 'drizzle-orm';
import type { ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { type TapAnswer, taps, visits } from '#lib/server/db/schema/visits.ts';
import { composeVerdict } from '#lib/server/verdict/compose-verdict.ts';
import { isVisit } from '#lib/server/visits/is-visit.ts';
import { displayScan } from '#lib/wire/reader/card-number.ts';
import type { VoidInput } from '#lib/wire/taps.ts';
import { notWhole, type Verdict } from '#lib/wire/verdict.ts';
import { lockVisitorOf, takeBack } from './take-back.ts';

/**
 * Voids a scan that was a partial card read. From now on the tap has this answer, also if its look-up is in progress or its request
 * arrives later: the first of the two to write the answer wins. A visit that it recorded is undone while it is held.
 * @throws ActionFailure `tooLate` where the visit has been sent to the platform
 */
export async function voidScan({ desk, actor }: ActorContext, { tapId, value }: VoidInput): Promise<Verdict> {
  const { location } = actor;
  const now = desk.clock();
  const answer: TapAnswer = {
    ...notWhole(displayScan(value)),
    tappedAt: new Date(now).toISOString(),
    accountId: null,
    visitTapId: null,
    offers: [],
  };
  let isDone = false;
  while (!isDone) isDone = await answerAndTakeBack(desk, { location, tapId, answer, now });
  return composeVerdict(desk.db, { answer, locationId: location.id, tapId, now, mayOverride: actor.mayOverride });
}

interface Voided {
  location: Location;
  tapId: string;
  answer: TapAnswer;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * @returns false where a look-up in progress has recorded the visit just now, after it and its member were to be locked, or a
 * confirmation has named another member: nothing is written, and the next time both are known
 */
async function answerAndTakeBack(desk: DeskContext, { location, tapId, answer, now }: Voided): Promise<boolean> {
  const { id: locationId } = location;
  const writing = desk.db.transaction(async (tx) => {
    // before any row: an erasure holds the lock of counted hours, which the update of an old visit needs too
    const locked = await lockVisitorOf(tx, locationId, tapId);
    // before its taps, as a confirmation does, to avoid deadlocks
    const [visit] = await tx.select().from(visits).where(isVisit(locationId, tapId)).for('update');
    if (visit && visit.accountId !== locked) tx.rollback();
    await tx
      .insert(taps)
      .values({ locationId, tapId, operation: 'lookUp', claimedAt: new Date(now), answer })
      .onConflictDoUpdate({ target: [taps.locationId, taps.tapId, taps.operation], set: { answer } });
    await tx.delete(refusals).where(and(eq(refusals.locationId, locationId), eq(refusals.tapId, tapId)));
    if (!visit && (await tx.$count(visits, isVisit(locationId, tapId))) > 0) tx.rollback();
    const undone = await takeBack(tx, desk, { location, tapId, lastError: 'The card was not fully read.' });
    if (!undone && visit && visit.state !== 'undone') {
      throw new ActionFailure('tooLate', 'The visit has been sent to the platform.');
    }
    await notifyLive(tx, { locationId, event: 'taps' });
    return true;
  });
  return writing.catch((error: unknown) => {
    if (is(error, TransactionRollbackError)) return false;
    throw error;
  });
}
