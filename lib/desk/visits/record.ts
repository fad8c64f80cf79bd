import 'server-only';
import { and, eq, ne } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { lockExclusive } from '#lib/db/locks.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import { type SetAside, visits } from '#lib/db/schema/visits.ts';
import type { Actor } from '#lib/desk/base/actor.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { refuseForgotten } from '#lib/desk/base/forgotten.ts';
import { notifyLive } from '#lib/desk/base/live-events.ts';
import { platformTimeOf } from '#lib/desk/base/platform-time.ts';
import { ofVisitor, type Visitor } from '#lib/desk/presence/events.ts';
import type { Presence } from '#lib/desk/presence/presence.ts';
import type { TapTime } from '#lib/desk/taps/tap-time.ts';
import { ActionFailure } from '#lib/failure.ts';
import type { VisitKind } from '#lib/wire/visits.ts';

interface NewVisit extends TapTime {
  tapId: string;
  visitor: Visitor;
  kind: VisitKind;
  /** Admission could not be asked and has to be before the visit is sent. */
  needsAdmission: boolean;
  /** Null for the check-out of closing time, which nobody pressed and nobody can take back. */
  by: Pick<Actor, 'staffId' | 'sentBy'> | null;
}

/** Makes taps of the same visitor take turns until the transaction ends, so that two are never both the first. */
export async function lockVisitor(tx: Queryable, locationId: string, visitor: Visitor): Promise<void> {
  const who = visitor.accountId ?? `${visitor.kind}:${visitor.value}`;
  await lockExclusive(tx, `visitor ${locationId}/${who}`);
}

/**
 * Writes a visit to the ledger, with the job that sends it once it can no longer be undone.
 * @throws ActionFailure `conflict` where the tap has already recorded something else, `notFound` for a member who was
 * forgotten since
 */
export async function recordVisit(
  tx: Queryable,
  desk: DeskContext,
  location: Location,
  visit: NewVisit,
): Promise<void> {
  const { tapId, visitor, kind, by, needsAdmission, isTimeInDoubt } = visit;
  const now = desk.clock();
  const isAutomatic = by === null;
  if (visitor.accountId !== null) {
    await refuseForgotten(tx, location.id, visitor.accountId, new Date(visit.tappedAt));
  }
  const undoUntil = new Date(isAutomatic ? now : now + location.undoS * 1_000);
  const recorded = await tx
    .insert(visits)
    .values({
      locationId: location.id,
      tapId,
      kind,
      staffId: by?.staffId ?? null,
      sentBy: by?.sentBy ?? null,
      isAutomatic,
      needsAdmission,
      isTimeInDoubt,
      accountId: visitor.accountId,
      scannedKind: visitor.accountId === null ? visitor.kind : null,
      scannedValue: visitor.accountId === null ? visitor.value : null,
      tappedAt: new Date(visit.tappedAt),
      platformAt: platformTimeOf(desk, location, visit.tappedAt + desk.clockWatch.setSince(tapId)),
      state: 'held',
      undoUntil,
      nextAttemptAt: undoUntil,
      recordedAt: new Date(now),
    })
    .onConflictDoNothing()
    .returning({ tapId: visits.tapId });
  if (recorded.length === 0) throw new ActionFailure('conflict', 'This tap has already recorded a visit.');
  await desk.visitQueue.enqueue(tx, [{ locationId: location.id, tapId }], undoUntil);
  await notifyLive(tx, location.id, 'presence');
  if (!isTimeInDoubt) return;
  desk.log.warn({ locationId: location.id, tapId }, 'the time of a visit is in doubt: the clock of a browser was set');
  await notifyLive(tx, location.id, 'status');
}

/** What is kept of a tap that records nothing, for the case that it turns out to be a visit. */
export const setAsideBy = (
  { staffId, sentBy }: Pick<Actor, 'staffId' | 'sentBy'>,
  { isTimeInDoubt }: Pick<TapTime, 'isTimeInDoubt'>,
  { longestStayH }: Location,
): SetAside => ({ staffId, ...(sentBy && { sentBy }), isTimeInDoubt, longestStayH });

/** The tap that recorded an event this desk knows of; null where it happened elsewhere. */
export async function findVisitAt(
  tx: Queryable,
  locationId: string,
  visitor: Visitor,
  kind: VisitKind,
  at: number,
): Promise<string | null> {
  const [found] = await tx
    .select({ tapId: visits.tapId })
    .from(visits)
    .where(
      and(
        ofVisitor(locationId, visitor),
        eq(visits.kind, kind),
        eq(visits.tappedAt, new Date(at)),
        ne(visits.state, 'undone'),
      ),
    )
    .limit(1);
  return found?.tapId ?? null;
}

/** The tap that recorded the arrival of a stay; null where there is none, or it happened elsewhere. */
export async function findCheckIn(
  tx: Queryable,
  locationId: string,
  visitor: Visitor,
  presence: Presence,
): Promise<string | null> {
  switch (presence.kind) {
    case 'out':
      return null;
    case 'repeat':
      return findVisitAt(tx, locationId, visitor, 'checkIn', presence.checkedInAt);
    case 'in':
      return findVisitAt(tx, locationId, visitor, 'checkIn', presence.since);
  }
}
