import 'server-only';
import { and, asc, eq, gt, isNotNull, or, type SQL } from 'drizzle-orm';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { type Staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { type Allowance, isAllowed, type StaffPermission } from '#lib/wire/permissions.ts';
import { longestLateMs } from '#lib/wire/time/longest-late.ts';

const ofPerson = (db: Queryable, staffId: string, which: SQL | undefined) =>
  db
    .select({ location: locations, mayReadReports: staffLocations.mayReadReports })
    .from(staffLocations)
    .innerJoin(locations, eq(locations.id, staffLocations.locationId))
    .where(and(eq(staffLocations.staffId, staffId), which));

/**
 * All locations of a person, oldest first; they may be hundreds. Code that needs one location uses `requireOwnLocation`.
 * @throws ActionFailure `notAllowed` for a person without any
 */
export async function readOwnLocations(db: Queryable, staffId: string): Promise<readonly [Location, ...Location[]]> {
  const rows = await ofPerson(db, staffId, isInUse).orderBy(asc(locations.createdAt), asc(locations.name));
  const [location, ...others] = rows.map((row) => row.location);
  if (!location) throw new ActionFailure('notAllowed', 'No location is given to this person.');
  return [location, ...others];
}

interface AllowedWanted {
  staff: Pick<Staff, 'id' | 'role'>;
  permission: StaffPermission;
}

/** The locations in use where a person has a permission. */
export async function readAllowedLocations(db: Queryable, { staff, permission }: AllowedWanted): Promise<Location[]> {
  const rows = await ofPerson(db, staff.id, isInUse);
  return rows.filter((row) => isAllowed(staff.role, permission, row)).map(({ location }) => location);
}

/** @throws ActionFailure `notAllowed` where one of the locations is not given to the person, or is retired */
export async function requireOwnIds(
  db: Queryable,
  { staffId, locationIds }: { staffId: string; locationIds: readonly string[] },
): Promise<void> {
  const own = new Set((await readOwnLocations(db, staffId)).map(({ id }) => id));
  if (locationIds.every((id) => own.has(id))) return;
  throw new ActionFailure('notAllowed', 'This location is not given to this person.');
}

/** The ids of all locations of a person, also of retired ones, which may be reopened. */
export async function readOwnIds(db: Queryable, staffId: string): Promise<string[]> {
  const rows = await db
    .select({ id: staffLocations.locationId })
    .from(staffLocations)
    .where(eq(staffLocations.staffId, staffId));
  return rows.map(({ id }) => id);
}

/**
 * @returns the ids of all locations of the person, also of retired ones
 * @throws ActionFailure `notAllowed` where one of the locations is not given to the person
 */
export async function requireOwnOrRetiredIds(
  db: Queryable,
  { staffId, locationIds }: { staffId: string; locationIds: readonly string[] },
): Promise<string[]> {
  const own = await readOwnIds(db, staffId);
  if (locationIds.every((id) => own.includes(id))) return own;
  throw new ActionFailure('notAllowed', 'This location is not given to this person.');
}

/** @throws ActionFailure `notAllowed` for a location that is in use, or is not given to the person */
export async function requireOwnRetired(
  db: Queryable,
  { staffId, slug }: { staffId: string; slug: string },
): Promise<Location> {
  const [row] = await ofPerson(db, staffId, and(eq(locations.slug, slug), isNotNull(locations.retiredAt)));
  if (!row) throw new ActionFailure('notAllowed', 'No retired location with this slug is given to this person.');
  return row.location;
}

interface Wanted {
  staffId: string;
  locationId: string;
  /** When the person did what concerns the location, epoch milliseconds; it may have been retired since, a short time ago. */
  madeAt?: number | null;
  now: number;
}

/** A location of a person, and what they are allowed there beside their role. */
export interface OwnLocation extends Allowance {
  location: Location;
}

/** @throws ActionFailure `notAllowed` for a location that is not given to the person, or was retired before */
export async function requireOwnLocation(
  db: Queryable,
  { staffId, locationId, madeAt = null, now }: Wanted,
): Promise<OwnLocation> {
  const since = madeAt === null ? null : new Date(Math.max(madeAt, now - longestLateMs));
  const wasInUse = since === null ? isInUse : or(isInUse, gt(locations.retiredAt, since));
  const [row] = await ofPerson(db, staffId, and(eq(locations.id, locationId), wasInUse));
  if (!row) throw new ActionFailure('notAllowed', 'This location is not given to this person.');
  return row;
}
