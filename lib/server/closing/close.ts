import 'server-only';
import { and, eq, gt, ne, or, sql } from 'drizzle-orm';
import { derivedUuid } from '#lib/server/base/derived-uuid.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { isInUse, longestStayMs } from '#lib/server/base/locations.ts';
import { vouchForTime } from '#lib/server/base/platform-time.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { presenceRules, readEvents } from '#lib/server/presence/events.ts';
import { findDeparture } from '#lib/server/presence/presence.ts';
import { isVisit } from '#lib/server/visits/is-visit.ts';
import { lockVisitor, recordVisit } from '#lib/server/visits/record.ts';
import { recountWith } from '#lib/server/visits/recount.ts';
import { closingMoments } from '#lib/wire/closing-times.ts';
import { readOpenStays } from './open-stays.ts';

/** Members checked out in one transaction, so that a receptionist never waits for the whole gym. */
const batchSize = 50;

/** Several machines of a desk may differ by this much. */
const mostAheadMs = 60_000;

/**
 * Times that were changed while the desk's clock was ahead count as changed now, once it was set back: until that hour nobody would be
 * checked out. The desk's clock may as well be behind for a while: by the platform's then, as otherwise a closing from before the
 * change would be made up for once the desk's is right. Without the platform's clock nothing is corrected, and until that hour nobody is
 * checked out.
 */
async function correctTimesSetAhead(desk: DeskContext, location: Location): Promise<Location> {
  const now = desk.clock();
  const { closingTimesSetAt: setAt } = location;
  if (setAt === null || setAt.getTime() <= now + mostAheadMs) return location;
  const vouched = await vouchForTime({ desk, actor: { location } });
  if (!vouched || vouched.latest === null) return location;
  const trueNow = now + Math.max(0, vouched.platformAheadMs);
  const latest = new Date(trueNow + mostAheadMs);
  if (setAt <= latest) return location;
  const closingTimesSetAt = new Date(trueNow);
  // not one that was changed meanwhile
  const isAhead = and(eq(locations.id, location.id), gt(locations.closingTimesSetAt, latest));
  await desk.db.update(locations).set({ closingTimesSetAt }).where(isAhead);
  return { ...location, closingTimesSetAt };
}

/** Checks out the members who are still in, at every location that has closed, or was retired. */
export async function closeLocations(desk: DeskContext): Promise<void> {
  const hasTimes = or(ne(locations.closingTimes, sql`'{}'::jsonb`), ne(locations.closingExceptions, sql`'[]'::jsonb`));
  const wasRetired = gt(locations.retiredAt, new Date(desk.clock() - longestStayMs));
  const closing = await desk.db
    .select()
    .from(locations)
    .where(or(and(hasTimes, isInUse), wasRetired));
  for (const location of closing) {
    try {
      await closeLocation(desk, { location: await correctTimesSetAhead(desk, location) });
    } catch (error) {
      desk.log.error({ error, locationId: location.id }, 'a location could not be closed');
    }
  }
}

/**
 * Completes every closing within the longest stay; after that, members count as gone anyway. It is idempotent, also after
 * a restart and in several processes at once: the id of the tap is derived from member and closing.
 */
export async function closeLocation(
  desk: DeskContext,
  { location, tapIdOf = closingTapId }: { location: Location; tapIdOf?: typeof closingTapId },
): Promise<void> {
  for (const moment of momentsOf(location, desk.clock())) {
    const open = await readOpenStays(desk, { location, moment });
    if (open.length === 0 || !(await hasCome(desk, location, moment))) continue;
    let members = 0;
    for (let first = 0; first < open.length; first += batchSize) {
      const accountIds = open.slice(first, first + batchSize);
      members += await checkOutAll(desk, { location, moment, accountIds, tapIdOf });
    }
    if (members > 0) desk.log.info({ locationId: location.id, members }, 'closing time');
  }
}

/** A location that is retired closes at that moment, for the last time. */
function momentsOf(location: Location, now: number): number[] {
  const { closingTimesSetAt, retiredAt } = location;
  const earliest = now - presenceRules(location).longestStayMs;
  const retired = retiredAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const from = Math.max(earliest, closingTimesSetAt?.getTime() ?? 0);
  const moments = closingMoments(location, from, Math.min(now, retired));
  return retired > earliest && retired <= now ? [...moments, retired] : moments;
}

/**
 * Whether a moment has come by the platform's clock as well, if that is known: check-outs that are sent while the desk's
 * clock is ahead could not be undone.
 */
async function hasCome(desk: DeskContext, location: Location, moment: number): Promise<boolean> {
  const platformAheadMs = (await vouchForTime({ desk, actor: { location } }))?.platformAheadMs ?? 0;
  return moment <= desk.clock() + Math.min(0, platformAheadMs);
}

interface Batch {
  location: Location;
  /** Closing time, epoch milliseconds. */
  moment: number;
  accountIds: readonly string[];
  tapIdOf: typeof closingTapId;
}

/** @returns how many of them it checked out */
async function checkOutAll(desk: DeskContext, { location, moment, accountIds, tapIdOf }: Batch): Promise<number> {
  return desk.db.transaction(async (tx) => {
    let count = 0;
    // always in the same order, so that two processes cannot deadlock
    for (const accountId of accountIds) await lockVisitor(tx, { locationId: location.id, visitor: { accountId } });
    const open = await readOpenStays({ ...desk, db: tx }, { location, moment, accountIds });
    for (const accountId of open) {
      const tapId = await findFreeId(tx, location, tapIdOf({ locationId: location.id, accountId, moment }));
      const events = await readEvents(tx, desk, { location, visitor: { accountId }, at: moment });
      // counts as gone by all known events, although the last one is a check-in
      if (findDeparture(moment, events, presenceRules(location)) !== null) continue;
      await recordVisit(tx, desk, {
        location,
        tapId,
        tappedAt: moment,
        isTimeInDoubt: false,
        clock: desk.clockWatch.stamp(),
        visitor: { accountId },
        kind: 'checkOut',
        how: null,
        needsAdmission: false,
        by: null,
      });
      await recountWith(tx, desk, { location, accountId, events, recorded: { tapId, kind: 'checkOut', at: moment } });
      count += 1;
    }
    return count;
  });
}

/**
 * A member who is in has no check-out of this closing, unless the desk's clock was set back since: that one happened at another moment
 * then, and its id is taken. The caller holds the member's lock.
 */
async function findFreeId(tx: Queryable, { id }: Pick<Location, 'id'>, tapId: string): Promise<string> {
  const isTaken = isVisit(id, tapId);
  return (await tx.$count(visits, isTaken)) === 0
    ? tapId
    : findFreeId(tx, { id }, derivedUuid(`closing again/${tapId}`));
}

interface ClosingTap {
  locationId: string;
  accountId: string;
  /** Epoch milliseconds. */
  moment: number;
}

/** The id of the tap of one member at one closing: the same in every process and after every restart. */
export const closingTapId = ({ locationId, accountId, moment }: ClosingTap): string =>
  derivedUuid(`closing/${locationId}/${moment}/${accountId}`);
