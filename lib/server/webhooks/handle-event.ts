import 'server-only';
import { and, eq, gt } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { holdForgetting, isForgotten, lockForgetting } from '#lib/server/base/forgotten.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { requireLocation } from '#lib/server/base/locations.ts';
import { differenceFrom } from '#lib/server/base/platform-time.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { StoredClock } from '#lib/server/db/schema/clock-stamp.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { elsewhereEvents } from '#lib/server/db/schema/visits.ts';
import type { WebhookEvent } from '#lib/server/db/schema/webhooks.ts';
import { lockSync, markAbsentByName } from '#lib/server/directory/absent.ts';
import { findInDirectory } from '#lib/server/directory/directory.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { clockToStore } from '#lib/server/presence/clock-of-now.ts';
import { lockTasks } from '#lib/server/tasks/upsert-tasks.ts';
import { findEchoed } from '#lib/server/visit-sending/find-echoed.ts';
import { settleEchoed } from '#lib/server/visit-sending/settle-echoed.ts';
import { lockVisitor } from '#lib/server/visits/record.ts';
import { recountAround } from '#lib/server/visits/recount.ts';
import type { VisitKind } from '#lib/wire/visits.ts';

type MemberEvent = Pick<WebhookEvent, 'locationId' | 'type' | 'at' | 'receivedAt'> & { accountId: string };

/**
 * Takes the locks that an event needs besides its row, in the order of {@link forgetMember}, which writes to the rows of the inbox
 * last: a transaction that locks the row first could deadlock with it.
 */
export async function lockForEvent(tx: Queryable, event: Pick<WebhookEvent, 'locationId' | 'type'>): Promise<void> {
  switch (event.type) {
    case 'GYM_CHECKIN':
    case 'GYM_CHECKOUT':
      return holdForgetting(tx, event.locationId);
    case 'MEMBERSHIP_DELETE':
      await lockTasks(tx, event.locationId);
      // the member may only be marked as absent, with this row locked
      await lockSync(tx, event.locationId);
      return lockForgetting(tx, event.locationId);
    default:
      event.type satisfies never;
  }
}

/** Handles an event of a member, in a transaction that holds {@link lockForEvent}. */
export async function handleEvent(tx: Queryable, desk: DeskContext, event: MemberEvent): Promise<void> {
  switch (event.type) {
    case 'GYM_CHECKIN':
      return recordElsewhere(tx, desk, event, 'checkIn');
    case 'GYM_CHECKOUT':
      return recordElsewhere(tx, desk, event, 'checkOut');
    case 'MEMBERSHIP_DELETE':
      return forgetEnded(tx, desk, event);
    default:
      event.type satisfies never;
  }
}

async function recordElsewhere(tx: Queryable, desk: DeskContext, event: MemberEvent, kind: VisitKind): Promise<void> {
  const { locationId, accountId } = event;
  const location = await requireLocation(tx, locationId);
  await lockVisitor(tx, { locationId, visitor: { accountId } });
  const { at, clock } = byOwnClock(desk, location, event);
  if (await isForgotten(tx, { locationId, accountId, since: at })) return;
  const own = await findEchoed(tx, { locationId, accountId, kind, at: event.at });
  if (own) return settleEchoed(tx, desk, { visit: own, at: event.at });
  const recorded = await tx
    .insert(elsewhereEvents)
    .values({ locationId, accountId, kind, at, clock })
    .onConflictDoNothing()
    .returning({ at: elsewhereEvents.at });
  if (recorded.length === 0) return;
  await recountAround(tx, desk, { location, accountId, at: at.getTime() });
  // an unknown member is announced to the screens once their name has been looked up
  const known = await findInDirectory(tx, { locationId, key: { kind: 'accountId', value: accountId } });
  if (known) await notifyLive(tx, { locationId, event: 'presence' });
}

/** A member whom the platform has returned since the event may have joined again: then the platform is asked first. */
async function forgetEnded(tx: Queryable, desk: DeskContext, event: MemberEvent): Promise<void> {
  const { locationId, accountId } = event;
  const { at: endedAt } = byOwnClock(desk, await requireLocation(tx, locationId), event);
  const isMember = and(eq(members.locationId, locationId), eq(members.accountId, accountId));
  const isSyncedSince = (await tx.$count(members, and(isMember, gt(members.syncedAt, endedAt)))) > 0;
  if (isSyncedSince) return markAbsentByName(tx, { locationId, accountId, askedAt: new Date(desk.clock()) });
  return forgetMember(tx, desk, { locationId, accountId });
}

interface OwnTime {
  at: Date;
  /** The clock of `at`: the desk's, or the platform's in relation to it; null where the relation is unknown. */
  clock: StoredClock | null;
}

/** Converts the time of an event from the platform's clock to the desk's; never later than it was received. */
function byOwnClock(desk: DeskContext, location: Location, { at, receivedAt }: MemberEvent): OwnTime {
  const stamp = clockToStore({ desk, actor: { location } }, desk.clockWatch.stamp());
  // the event had no valid time: the time of receipt is by the desk's clock already
  if (at.getTime() === receivedAt.getTime()) return { at: receivedAt, clock: stamp };
  const gym = desk.gymClientOf(location);
  const now = desk.clock();
  const { platformAheadMs } = differenceFrom(gym, now);
  const ownTime = at.getTime() - platformAheadMs;
  if (ownTime >= receivedAt.getTime()) return { at: receivedAt, clock: stamp };
  if (platformAheadMs !== 0) return { at: new Date(ownTime), clock: stamp };
  const platformNow = gym.readPlatformTime() ?? null;
  if (platformNow === null) return { at, clock: null };
  return { at, clock: stamp && { ...stamp, begunAt: stamp.begunAt + Math.round(platformNow - now) } };
}
