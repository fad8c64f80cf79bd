import 'server-only';
import { eq } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { type Staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { isMainlyNames } from '#shared/password/mainly-names.ts';
import { passwordInput } from './staff-input.ts';

/** Whether a password follows the rules, and does not consist mainly of the names of the person and their gyms. */
export async function isSafePassword(
  db: Queryable,
  { id, name, email }: Pick<Staff, 'id' | 'name' | 'email'>,
  password: string,
): Promise<boolean> {
  if (!passwordInput.safeParse(password).success) return false;
  const gyms = await db
    .select({ name: locations.name })
    .from(locations)
    .innerJoin(staffLocations, eq(staffLocations.locationId, locations.id))
    .where(eq(staffLocations.staffId, id));
  return !isMainlyNames(password, [name, email, 'Front Desk', ...gyms.map((gym) => gym.name)]);
}
