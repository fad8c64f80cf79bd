import 'server-only';
import type { Queryable } from '#lib/server/db/client.ts';
import { staffBadges } from '#lib/server/db/schema/staff.ts';

/** Whether any badge exists: only then the sign-in page mentions badges. */
export async function hasBadges(db: Queryable): Promise<boolean> {
  return (await db.select({ staffId: staffBadges.staffId }).from(staffBadges).limit(1)).length > 0;
}
