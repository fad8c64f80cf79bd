import 'server-only';
import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { withNewEnrolments } from '#lib/server/auth/passkeys/enrolment.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { readMembersAgain } from '#lib/server/directory/read-again.ts';

/**
 * Retires or reopens a location, in all processes at once. Nothing is deleted at once, and training 30 days later (`expireRecords`);
 * visits recorded before are still sent, and members who are in are checked out (`closeLocations`); the webhook at the platform is removed.
 * @param by the staff member; null for a command of the operator
 * @throws ActionFailure `notFound`
 */
export async function setRetired(
  desk: DeskContext,
  { locationId, isRetired, by = null }: { locationId: string; isRetired: boolean; by?: string | null },
) {
  const now = new Date(desk.clock());
  return desk.db.transaction(async (tx) => {
    const ofHere = tx
      .select({ id: staffLocations.staffId })
      .from(staffLocations)
      .where(eq(staffLocations.locationId, locationId));
    // nobody gives themselves new days to add a passkey
    const others = and(inArray(staff.id, ofHere), by === null ? undefined : ne(staff.id, by)) ?? sql`false`;
    const [location] = await withNewEnrolments(tx, others, () =>
      tx
        .update(locations)
        .set(isRetired ? { retiredAt: now } : { retiredAt: null, retiredSpans: withSpanUntil(now) })
        .where(eq(locations.id, locationId))
        .returning(),
    );
    if (!location) throw new ActionFailure('notFound', 'There is no such location.');
    await tx
      .update(webhookRegistrations)
      .set({ nextAttemptAt: now })
      .where(eq(webhookRegistrations.locationId, locationId));
    const action = isRetired ? 'retireLocation' : 'reopenLocation';
    await writeAudit(tx, desk, { locationId, staffId: by, action });
    // what the platform reported meanwhile was not heard
    if (!isRetired) await readMembersAgain({ ...desk, db: tx }, locationId);
    // open pages ask for their status, and are refused it
    await notifyLive(tx, { locationId, event: 'status' });
    return location;
  });
}

/** Also of a location that is in use already: nothing ends there. */
const withSpanUntil = (now: Date): SQL => {
  const { retiredAt, retiredSpans } = locations;
  const span = sql`jsonb_build_object('from', ${retiredAt}, 'until', ${now.toISOString()}::timestamptz)`;
  return sql`case when ${retiredAt} is null then ${retiredSpans} else ${retiredSpans} || ${span} end`;
};
