import 'server-only';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { cookies } from 'next/headers';
import { getServerSession } from 'next-auth';
import { ActionFailure } from '#lib/actions/failure.ts';
import { type Location, locations } from '#lib/db/schema/locations.ts';
import { type Staff, staff, staffLocations } from '#lib/db/schema/staff.ts';
import type { AtTheDesk } from '#lib/desk/at-the-desk.ts';
import { type Desk, runningDesk } from '#lib/desk/desk.ts';
import { authOptions } from './options.ts';
import { isAllowed, type StaffPermission } from './permissions.ts';

/** The cookie that says which of their locations a person works for at this browser. */
export const locationCookie = 'location';

/** A signed-in person at the location they work for now. */
export interface StaffContext {
  desk: Desk;
  staff: Staff;
  /** The locations given to them, by name. Never empty. */
  locations: readonly Location[];
  at: AtTheDesk;
}

/**
 * The signed-in person, read from the database on every call, so that disabling somebody or taking a location away
 * holds at once.
 * @returns null when nobody is signed in
 * @throws ActionFailure `notAllowed` for a person without a location
 */
export async function readStaff(): Promise<StaffContext | null> {
  // safe because: our session callback puts it there
  const session = (await getServerSession(authOptions())) as { staffId?: string } | null;
  if (!session?.staffId) return null;
  const desk = runningDesk();
  const rows = await desk.db
    .select({ staff, location: locations })
    .from(staff)
    .leftJoin(staffLocations, eq(staffLocations.staffId, staff.id))
    .leftJoin(locations, eq(locations.id, staffLocations.locationId))
    .where(and(eq(staff.id, session.staffId), isNull(staff.disabledAt)))
    .orderBy(asc(locations.createdAt), asc(locations.name));
  const person = rows[0]?.staff;
  if (!person) return null;
  const own = rows.flatMap(({ location }) => (location ? [location] : []));
  const chosen = (await cookies()).get(locationCookie)?.value;
  const location = own.find(({ id }) => id === chosen) ?? own[0];
  if (!location) throw new ActionFailure('notAllowed', 'No location is given to this person.');
  const at = { staffId: person.id, location, mayOverride: isAllowed(person.role, 'overrideAdmission') };
  return { desk, staff: person, locations: own, at };
}

/** @throws ActionFailure `signedOut` or `notAllowed` */
export async function requireStaff(permission: StaffPermission): Promise<StaffContext> {
  const context = await readStaff();
  if (!context) throw new ActionFailure('signedOut', 'Nobody is signed in.');
  if (!isAllowed(context.staff.role, permission)) {
    throw new ActionFailure('notAllowed', 'This person may not do this.');
  }
  return context;
}
