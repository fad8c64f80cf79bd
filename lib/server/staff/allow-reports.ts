import 'server-only';
import { and, eq, ne } from 'drizzle-orm';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import type { ReportsInput } from '#lib/wire/staff.ts';
import { changeOther } from './change-colleague.ts';
import { requireColleague } from './colleague.ts';

/**
 * Lets a colleague read the reports of this location, or no longer. It applies at once, also in open sessions, and is gone with the
 * location when that is taken from the colleague.
 */
export function allowReports(context: Reauthenticated, { staffId, isAllowed }: ReportsInput): Promise<null> {
  return changeOther(context, staffId, async (tx) => {
    const { desk, actor, staff: manager } = context;
    const locationId = actor.location.id;
    await requireColleague(tx, context, { staffId });
    const changed = await tx
      .update(staffLocations)
      .set({ mayReadReports: isAllowed })
      .where(
        and(
          eq(staffLocations.locationId, locationId),
          eq(staffLocations.staffId, staffId),
          ne(staffLocations.mayReadReports, isAllowed),
        ),
      )
      .returning({ staffId: staffLocations.staffId });
    const action = isAllowed ? 'allowReports' : 'disallowReports';
    if (changed.length > 0) await writeAudit(tx, desk, { locationId, staffId: manager.id, action, reason: staffId });
    return null;
  });
}
