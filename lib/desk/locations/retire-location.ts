import 'server-only';
import { eq } from 'drizzle-orm';
import { locations } from '#lib/db/schema/locations.ts';
import { webhookRegistrations } from '#lib/db/schema/webhooks.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { writeAudit } from '#lib/desk/base/write-audit.ts';
import { ActionFailure } from '#lib/failure.ts';

/**
 * Ends or takes up again the work of a location, in all processes at once. Nothing is deleted, and what was recorded before
 * is still sent; the platform is asked to tell nothing more.
 * @throws ActionFailure `notFound`
 */
export async function retireLocation(desk: DeskContext, locationId: string, { isRetired }: { isRetired: boolean }) {
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
