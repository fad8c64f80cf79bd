import 'server-only';
import { sql } from 'drizzle-orm';
import type { Actor } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { forgettingLock, hasBeenErased, isErasedSince } from '#lib/server/base/forgotten.ts';
import { liveNotice, notifyLive } from '#lib/server/base/live-events.ts';
import { platformTimeOf } from '#lib/server/base/platform-time.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockBoth } from '#lib/server/db/locks.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type SetAside, type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { dueNotice } from '#lib/server/due/notice.ts';
import { clockToStore } from '#lib/server/presence/clock-of-now.ts';
import type { Visitor } from '#lib/server/presence/events.ts';
import type { TapTime } from '#lib/server/taps/tap-time.ts';
import type { ScannedCard } from '#lib/wire/verdict.ts';
import type { VisitKind, VisitMeans } from '#lib/wire/visits.ts';
import { visitLedger } from './ledger.ts';

export interface NewVisit extends TapTime {
  location: Location;
  tapId: string;
  visitor: Visitor;
  kind: VisitKind;
  /** Null for an automatic check-out, and for a tap of which it is not known. */
  how: VisitMeans | null;
  /** The platform could not be asked for admission yet; that has to happen before the visit is sent. */
  needsAdmission: boolean;
  /** The platform has named a corporate member, for whom it could not be asked. */
  lacksAdmission?: boolean | undefined;
  /** The card by which the directory alone knew the member, or `account` without a card; absent where the platform need not be asked whose it is. */
  unasked?: ScannedCard | 'account' | undefined;
  /** Why the platform has refused it already: it is not sent, and a manager settles it. */
  refusedBecause?: string | undefined;
  /** Null for an automatic check-out at closing time, which cannot be undone. */
  by: Pick<Actor, 'staffId' | 'sentBy'> | null;
}

/**
 * Serializes taps of the same visitor until the transaction ends, so that two concurrent taps are never both the first. It also
 * blocks the deletion of members until then, so that nothing written about this one outlives it.
 */
export async function lockVisitor(
  tx: Queryable,
  { locationId, visitor }: { locationId: string; visitor: Visitor },
): Promise<void> {
  const who = visitor.accountId ?? `${visitor.kind}:${visitor.value}`;
  // in this order: a transaction that waits for a deletion must not hold the lock of a visitor for whom others wait
  await lockBoth(tx, { shared: forgettingLock(locationId), exclusive: `visitor ${locationId}/${who}` });
}

/**
 * Writes a visit to the ledger, from which it is sent once it can no longer be undone. The caller holds the visitor's lock.
 * @throws ActionFailure `conflict` where the tap has already recorded a visit, `notFound` for a member whose data has
 * been erased since the tap
 */
export async function recordVisit(tx: Queryable, desk: DeskContext, visit: NewVisit): Promise<void> {
  const { location, tapId, visitor, kind, how, by, needsAdmission, lacksAdmission, unasked, isTimeInDoubt, clock } =
    visit;
  const { refusedBecause } = visit;
  const scanned = visitor.accountId === null ? visitor : unasked === 'account' ? undefined : unasked;
  const now = desk.clock();
  const isAutomatic = by === null;
  const undoUntil = new Date(isAutomatic ? now : now + location.undoS * 1_000);
  const [recorded] = await tx
    .insert(visits)
    .values({
      locationId: location.id,
      tapId,
      kind,
      staffId: by?.staffId ?? null,
      sentBy: by?.sentBy ?? null,
      isAutomatic,
      needsAdmission,
      lacksAdmission,
      isTimeInDoubt,
      clock: clockToStore({ desk, actor: { location } }, clock),
      accountId: visitor.accountId,
      isUnasked: unasked !== undefined,
      scannedKind: scanned?.kind ?? null,
      scannedValue: scanned?.value ?? null,
      how,
      tappedAt: new Date(visit.tappedAt),
      platformAt: platformTimeOf({ desk, actor: { location } }, visit.tappedAt + desk.clockWatch.setSince(clock)),
      state: refusedBecause === undefined ? 'held' : 'refused',
      lastError: refusedBecause,
      undoUntil,
      nextAttemptAt: undoUntil,
      recordedAt: new Date(now),
    })
    .onConflictDoNothing()
    .returning({
      isErased:
        visitor.accountId === null
          ? sql<boolean>`false`
          : isErasedSince({
              locationId: location.id,
              accountId: visitor.accountId,
              since: new Date(visit.tappedAt),
            }),
      due: dueNotice({ kind: visitLedger(desk).name, locationId: location.id, at: undoUntil }),
      live: liveNotice({ locationId: location.id, event: 'presence' }),
    });
  if (!recorded) throw new ActionFailure('conflict', 'This tap has already recorded a visit.');
  if (recorded.isErased) throw hasBeenErased();
  if (refusedBecause !== undefined) await notifyLive(tx, { locationId: location.id, event: 'status' });
  if (!isTimeInDoubt) return;
  desk.log.warn({ locationId: location.id, tapId }, 'the time of a visit is in doubt: the clock of a browser was set');
  await notifyLive(tx, { locationId: location.id, event: 'status' });
}

/** What is stored with a tap that records no visit, in case it turns out to be one. */
export const setAsideBy = (
  { staffId, sentBy }: Pick<Actor, 'staffId' | 'sentBy'>,
  { isTimeInDoubt, clock, how, unasked }: Pick<Visit, 'isTimeInDoubt' | 'clock' | 'how'> & Pick<NewVisit, 'unasked'>,
  { longestStayH }: Location,
): SetAside => ({
  staffId,
  isTimeInDoubt,
  clock,
  longestStayH,
  ...(sentBy && { sentBy }),
  ...(how && { how }),
  ...(unasked && { unasked }),
});

/** The same once the platform has said whose scan it was. */
export const onceAsked = ({ unasked: _, ...setAside }: SetAside): SetAside => setAside;
