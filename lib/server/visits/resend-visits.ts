import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { holdForgetting } from '#lib/server/base/forgotten.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { retryWaitingVisits } from './ledger.ts';

interface Resending {
  location: Location;
  /** By the platform's clock. */
  since: Date;
}

/** Differences of less than a minute between the clocks are not known, and an attempt takes time. */
const toleranceMs = 2 * 60_000;

/**
 * Sends again what the platform of a location has accepted, or what happened, two minutes before `since` or later, for a platform that
 * has lost it: each visit with the time that it was sent with, so that a platform which counts equal events once counts those that it
 * still has once.
 */
export function resendVisits(desk: DeskContext, { location, since }: Resending): Promise<Visit[]> {
  const { id: locationId, timeZone } = location;
  return desk.db.transaction(async (tx) => {
    await holdForgetting(tx, locationId);
    // the claim is that of the attempt which arrived; `since` is a time of the platform's clock; `greatest` ignores null
    const aheadBy = sql`coalesce(${visits.platformAt} - ${visits.tappedAt}, '0')`;
    const lastAt = sql`greatest(${visits.tappedAt}, ${visits.platformAt}, ${visits.claimedAt} + ${aheadBy})`;
    const from = new Date(since.getTime() - toleranceMs);
    const isLost = sql`${lastAt} >= ${from.toISOString()}::timestamptz`;
    const resent = await tx
      .update(visits)
      .set({
        state: 'waiting',
        failingSince: null,
        // it was accepted for this member; of a visit that was sent, no admission is open
        isUnasked: false,
      })
      .where(and(eq(visits.locationId, locationId), eq(visits.state, 'sent'), isLost))
      .returning();
    if (resent.length === 0) return resent;
    const reason = `${resent.length} ${dayOf(since.getTime(), timeZone)}`;
    await writeAudit(tx, desk, { locationId, staffId: null, action: 'resendVisits', reason });
    await retryWaitingVisits(tx, desk, { locationId });
    await notifyLive(tx, { locationId, event: 'status' });
    return resent;
  });
}
