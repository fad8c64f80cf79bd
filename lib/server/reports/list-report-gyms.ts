import 'server-only';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { readAllowedLocations } from '#lib/server/auth/own-locations.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { distinctNames } from '#lib/server/locations/distinct-names.ts';
import { byName } from '#lib/wire/names/by-name.ts';

/** The gyms whose reports a person may read, by name; names differ. */
export async function listReportGyms({ desk, staff }: StaffContext): Promise<Location[]> {
  const allowed = await readAllowedLocations(desk.db, { staff, permission: 'readReports' });
  return distinctNames(allowed).toSorted(byName);
}
