import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { describeChanges } from '#lib/server/locations/change-settings.ts';
import { mergeSettings, type SettingsOutcome } from '#lib/wire/merge-settings.ts';
import { type Retention, type RetentionName, retention } from '#lib/wire/retention.ts';

export const retentionInput = z.object({ base: retention, chosen: retention });

/**
 * Changes the retention periods of a location that the manager has edited. Older records are deleted within the hour.
 * @param base the values with which the form was opened
 */
export async function changeRetention(
  { desk, actor, staff: manager }: StaffContext,
  { base, chosen }: z.infer<typeof retentionInput>,
): Promise<SettingsOutcome<Retention, RetentionName>> {
  const locationId = actor.location.id;
  return desk.db.transaction(async (tx) => {
    const [location] = await tx.select().from(locations).where(eq(locations.id, locationId)).for('update');
    if (!location) throw new ActionFailure('notFound', 'There is no such location.');
    const stored = retention.parse(location);
    const { merged: now, conflicts } = mergeSettings(base, chosen, stored);
    if (conflicts.length > 0) return { kind: 'changedMeanwhile', now: stored, conflicts };
    const reason = describeChanges(stored, now);
    if (reason === '') return { kind: 'saved', now };
    await tx.update(locations).set(now).where(eq(locations.id, locationId));
    await writeAudit(tx, desk, { locationId, staffId: manager.id, action: 'changeLocation', reason });
    await notifyLive(tx, { locationId, event: 'settings' });
    return { kind: 'saved', now };
  });
}
