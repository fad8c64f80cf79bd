import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { liveNotice } from '#lib/server/base/live-events.ts';
import { locations } from '#lib/server/db/schema/locations.ts';

/**
 * Stores in the background that a reader works here: it has sent the card of a member. Only the first one is stored. The scan is
 * recorded already and does not wait for this; where it fails, the next scan repeats it.
 */
export function markCardScanned(desk: DeskContext, { locationId }: { locationId: string }): void {
  mark(desk, locationId).catch((error: unknown) =>
    desk.log.warn({ error, locationId }, 'the first scan of a card could not be noted'),
  );
}

const mark = (desk: DeskContext, locationId: string): Promise<unknown> =>
  desk.db
    .update(locations)
    .set({ cardScannedAt: new Date(desk.clock()) })
    .where(and(eq(locations.id, locationId), isNull(locations.cardScannedAt)))
    .returning({ live: liveNotice({ locationId, event: 'status' }) });
