import 'server-only';
import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { createStaff } from '#lib/auth/create-staff.ts';
import { staffInput, staffRole } from '#lib/auth/staff-input.ts';
import type { Queryable } from '#lib/db/client.ts';
import { locations } from '#lib/db/schema/locations.ts';
import { staff, staffLocations } from '#lib/db/schema/staff.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { writeAudit } from '#lib/desk/base/write-audit.ts';
import type { StaffRole } from '#lib/wire/staff.ts';

const input = staffInput.extend({
  role: staffRole,
  location: z.array(z.uuid('Must be the id of a location.')).optional(),
});

/** @param typed what came by standard input: the password, and the line end a shell puts after it */
export async function createStaffCommand(desk: DeskContext, options: unknown, typed: string) {
  const password = typed.replace(/\r?\n$/, '');
  const { location, ...person } = input.parse({ ...(options as object), password }); // safe because: commander passes an object
  return desk.db.transaction(async (tx) => {
    const staffId = await createStaff(tx, desk, { ...person, locationIds: location ?? 'all' });
    const [created] = await listStaff(tx, staffId);
    for (const { id } of created?.locations ?? []) {
      await writeAudit(tx, desk, { locationId: id, staffId: null, action: 'createStaff', reason: staffId });
    }
    return created;
  });
}

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
