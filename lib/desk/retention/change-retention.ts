import 'server-only';
import { eq } from 'drizzle-orm';
import type { StaffContext } from '#lib/auth/load-staff.ts';
import { locations } from '#lib/db/schema/locations.ts';
import { writeAudit } from '#lib/desk/base/write-audit.ts';
import { describeChanges } from '#lib/desk/locations/change-settings.ts';
import { ActionFailure } from '#lib/failure.ts';
import { type Retention, retention } from '#lib/wire/retention.ts';

/** Changes how long the location keeps what it has dealt with. What is older by then is deleted within the hour. */
export async function changeRetention({ desk, actor, staff: manager }: StaffContext, chosen: Retention): Promise<null> {
  const locationId = actor.location.id;
  return desk.db.transaction(async (tx) => {
    const [location] = await tx.select().from(locations).where(eq(locations.id, locationId)).for('update');
    if (!location) throw new ActionFailure('notFound', 'There is no such location.');
    const reason = describeChanges(retention.parse(location), chosen);
    if (reason === '') return null;
    await tx.update(locations).set(chosen).where(eq(locations.id, locationId));
    await writeAudit(tx, desk, { locationId, staffId: manager.id, action: 'changeLocation', reason });
    return null;
  });
}
