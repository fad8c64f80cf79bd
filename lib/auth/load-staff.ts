import 'server-only';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { ActionFailure } from '#lib/actions/failure.ts';
import { type Location, locations } from '#lib/db/schema/locations.ts';
import { type Staff, staff, staffLocations } from '#lib/db/schema/staff.ts';
import type { AtTheDesk } from '#lib/desk/at-the-desk.ts';
import type { Desk } from '#lib/desk/desk.ts';
import { isAllowed, type StaffPermission } from './permissions.ts';

/** A signed-in person at the location they work for now. */
export interface StaffContext {
  desk: Desk;
  staff: Staff;
  /** The locations given to them, oldest first. Never empty. */
  locations: readonly Location[];
  at: AtTheDesk;
}

/** What a browser says of itself. */
export interface Claim {
  /** From the signed session. */
  staffId: string;
  /** The location last switched to; only one of the person's own counts. */
  locationId: string | undefined;
}

/**
 * Reads the person from the database, on every call, so that disabling somebody or taking a location away holds at once.
 * @returns null where there is no such person any more
 * @throws ActionFailure `notAllowed` for a person without a location
 */
export async function loadStaff(desk: Desk, { staffId, locationId }: Claim): Promise<StaffContext | null> {
  const rows = await desk.db
    .select({ staff, location: locations })
    .from(staff)
    .leftJoin(staffLocations, eq(staffLocations.staffId, staff.id))
    .leftJoin(locations, eq(locations.id, staffLocations.locationId))
    .where(and(eq(staff.id, staffId), isNull(staff.disabledAt)))
    .orderBy(asc(locations.createdAt), asc(locations.name));
  const person = rows[0]?.staff;
  if (!person) return null;
  const own = rows.flatMap(({ location }) => (location ? [location] : []));
  const location = own.find(({ id }) => id === locationId) ?? own[0];
  if (!location) throw new ActionFailure('notAllowed', 'No location is given to this person.');
  return { desk, staff: person, locations: own, at: placeOf(person, location) };
}

/** @throws ActionFailure `signedOut` or `notAllowed` */
export function authorise(context: StaffContext | null, permission: StaffPermission): StaffContext {
  if (!context) throw new ActionFailure('signedOut', 'Nobody is signed in.');
  if (!isAllowed(context.staff.role, permission)) {
    throw new ActionFailure('notAllowed', 'This person may not do this.');
  }
  return context;
}

/**
 * The place a tap was made at. Another tab may have switched the location since, and a tap may wait in the page for
 * long: it still belongs where the card was held to the reader.
 * @throws ActionFailure `notAllowed` for a location that is not the person's
 */
export function placeOfTap({ at, locations: own, staff: person }: StaffContext, locationId?: string): AtTheDesk {
  if (locationId === undefined) return at;
  const location = own.find(({ id }) => id === locationId);
  if (!location) throw new ActionFailure('notAllowed', 'This location is not given to this person.');
  return placeOf(person, location);
}

const placeOf = ({ id, role }: Staff, location: Location): AtTheDesk => ({
  staffId: id,
  location,
  mayOverride: isAllowed(role, 'overrideAdmission'),
});
