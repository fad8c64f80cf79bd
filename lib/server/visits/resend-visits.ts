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
  since: Date;
}

/**
 * Sends again what the platform of a location has accepted, or what happened, at `since` or later, for a platform that has lost it: each
 * visit with the time that it was sent with, so that a platform which counts equal events once counts those that it still has once.
 */
export function resendVisits(desk: DeskContext, { location, since }: Resending): Promise<Visit[]> {
  const { id: locationId, timeZone } = location;
  return desk.db.transaction(async (tx) => {
    await holdForgetting(tx, locationId);
    // the claim is that of the attempt which arrived; `greatest` ignores null
    const lastAt = sql`greatest(${visits.tappedAt}, ${visits.claimedAt})`;
    const isLost = sql`${lastAt} >= ${since.toISOString()}::timestamptz`;
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
