import 'server-only';
import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { locations } from '#lib/db/schema/locations.ts';
import { staff, staffLocations } from '#lib/db/schema/staff.ts';
import type { StaffRole } from '#lib/wire/staff.ts';

export interface ListedStaff {
  id: string;
  email: string;
  name: string;
  role: StaffRole;
  isDisabled: boolean;
  locations: { id: string; name: string }[];
}

/** All staff members by name, or the one with this id. */
export async function listStaff(db: Queryable, staffId?: string): Promise<ListedStaff[]> {
  const rows = await db
    .select({ staff, location: { id: locations.id, name: locations.name } })
    .from(staff)
    .leftJoin(staffLocations, eq(staffLocations.staffId, staff.id))
    .leftJoin(locations, eq(locations.id, staffLocations.locationId))
    .where(staffId === undefined ? undefined : eq(staff.id, staffId))
    .orderBy(asc(staff.name), asc(staff.id), asc(locations.name));
  return [...Map.groupBy(rows, (row) => row.staff.id).values()].flatMap((ofOne) => {
    const [first] = ofOne;
    if (!first) return [];
    const { id, email, name, role, disabledAt } = first.staff;
    const given = ofOne.flatMap(({ location }) => (location ? [location] : []));
    return [{ id, email, name, role, isDisabled: disabledAt !== null, locations: given }];
  });
}
