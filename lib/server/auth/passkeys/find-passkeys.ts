import 'server-only';
import { and, asc, eq, exists } from 'drizzle-orm';
import { isInUse } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { type Staff, type StaffPasskey, staffLocations, staffPasskeys } from '#lib/server/db/schema/staff.ts';

/** All passkeys of a person, oldest first. */
export const readPasskeys = (db: Queryable, staffId: string): Promise<StaffPasskey[]> =>
  db
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staffId, staffId))
    .orderBy(asc(staffPasskeys.createdAt), asc(staffPasskeys.id));

/** Whether a person has a passkey: then the password alone does not sign them in. */
export const hasPasskey = async (db: Queryable, staffId: string): Promise<boolean> =>
  (await db.$count(staffPasskeys, eq(staffPasskeys.staffId, staffId))) > 0;

/** Whether one of the gyms where this person is a manager requires a passkey. */
export async function isPasskeyRequired(db: Queryable, { id, role }: Pick<Staff, 'id' | 'role'>): Promise<boolean> {
  if (role !== 'manager') return false;
  const ofPerson = db
    .select({ id: staffLocations.locationId })
    .from(staffLocations)
    .where(and(eq(staffLocations.staffId, id), eq(staffLocations.locationId, locations.id)));
  return (await db.$count(locations, and(eq(locations.requiresPasskeys, true), isInUse, exists(ofPerson)))) > 0;
}

/** Whether a person has to add a passkey. */
export const lacksPasskey = async (db: Queryable, person: Pick<Staff, 'id' | 'role'>): Promise<boolean> =>
  (await isPasskeyRequired(db, person)) && !(await hasPasskey(db, person.id));
