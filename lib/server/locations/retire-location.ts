import 'server-only';
import { eq } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';

/**
 * Retires or reopens a location, in all processes at once. Nothing is deleted, and visits recorded before are still sent; the
 * webhook at the platform is removed.
 * @throws ActionFailure `notFound`
 */
export async function retireLocation(
  desk: DeskContext,
  { locationId, isRetired }: { locationId: string; isRetired: boolean },
) {
  const now = new Date(desk.clock());
  return desk.db.transaction(async (tx) => {
    const [location] = await tx
      .update(locations)
      .set({ retiredAt: isRetired ? now : null })
      .where(eq(locations.id, locationId))
      .returning();
    if (!location) throw new ActionFailure('notFound', 'There is no such location.');
    await tx
      .update(webhookRegistrations)
      .set({ nextAttemptAt: now })
      .where(eq(webhookRegistrations.locationId, locationId));
    const action = isRetired ? 'retireLocation' : 'reopenLocation';
    await writeAudit(tx, desk, { locationId, staffId: null, action });
    return location;
  });
}
