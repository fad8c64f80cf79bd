import 'server-only';
import { and, asc, eq, gte, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import type { AdminContext } from './admin-context.ts';
import { locationInput, requireMeantLocation } from './find-location.ts';
import { beginningOf, sinceInput } from './since.ts';

const input = z.object({ since: sinceInput('--since'), location: locationInput.optional() });

/** The audit log since a moment, oldest first. A day begins at midnight of the location, or in UTC for entries without one. */
export async function auditCommand({ desk }: AdminContext, options: unknown) {
  const { since: from, location: only } = input.parse(options);
  const places =
    only === undefined ? await desk.db.select().from(locations) : [await requireMeantLocation(desk.db, only)];
  const isSince = places.map(({ id, timeZone }) =>
    and(eq(auditLog.locationId, id), gte(auditLog.at, beginningOf(from, timeZone))),
  );
  const isWithoutLocation = and(isNull(auditLog.locationId), gte(auditLog.at, beginningOf(from, 'UTC')));
  const rows = await desk.db
    .select({
      entry: auditLog,
      by: { name: staff.name, email: staff.email },
      location: locations.name,
      slug: locations.slug,
    })
    .from(auditLog)
    .leftJoin(staff, eq(staff.id, auditLog.staffId))
    .leftJoin(locations, eq(locations.id, auditLog.locationId))
    .where(or(...isSince, only === undefined ? isWithoutLocation : undefined))
    .orderBy(asc(auditLog.at), asc(auditLog.id));
  // `by` is null for commands of the operator
  return rows.map(({ entry: { locationId: _, staffId: __, ...entry }, by, location, slug }) => ({
    ...entry,
    location,
    slug,
    by,
  }));
}
