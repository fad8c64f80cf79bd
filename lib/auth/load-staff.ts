import 'server-only';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { type Location, locations } from '#lib/db/schema/locations.ts';
import { type Staff, staff, staffLocations, staffSessions } from '#lib/db/schema/staff.ts';
import type { Actor } from '#lib/desk/base/actor.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { isInUse } from '#lib/desk/base/locations.ts';
import { ActionFailure } from '#lib/failure.ts';
import { isAllowed, type StaffPermission } from '#lib/wire/permissions.ts';
import { RefusedPermission } from './refused-permission.ts';
import { endSession, type SessionClaim } from './session/sessions.ts';

/** A signed-in person at the location they work for now. */
export interface StaffContext {
  desk: DeskContext;
  staff: Staff;
  session: { id: string; activeAt: Date };
  /** The locations given to them, oldest first. Never empty. */
  locations: readonly Location[];
  actor: Actor;
}

/** What a browser says of itself. */
interface Claim extends SessionClaim {
  /** The location last switched to; only one of the person's own counts. */
  locationId: string | undefined;
}

/**
 * Reads session and person from the database, on every call and in one query, so that signing out, disabling somebody or
 * taking a location away holds at once.
 * @returns null where there is no such session any more
 * @throws ActionFailure `notAllowed` for a person without a location
 */
export async function loadStaff(
  desk: DeskContext,
  { sessionId, version, locationId }: Claim,
): Promise<StaffContext | null> {
  const now = desk.clock();
  const isOpen = and(eq(staffSessions.id, sessionId), gt(staffSessions.expiresAt, new Date(now)));
  const rows = await desk.db
    .select({ staff, location: locations, activeAt: staffSessions.activeAt })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .leftJoin(staffLocations, eq(staffLocations.staffId, staff.id))
    .leftJoin(locations, and(eq(locations.id, staffLocations.locationId), isInUse))
    .where(and(isOpen, eq(staff.sessionVersion, version), isNull(staff.disabledAt)))
    .orderBy(asc(locations.createdAt), asc(locations.name));
  const [first] = rows;
  if (!first) return null;
  const { staff: person, activeAt } = first;
  const own = rows.flatMap(({ location }) => (location ? [location] : []));
  const location = own.find(({ id }) => id === locationId) ?? own[0];
  if (!location) throw new ActionFailure('notAllowed', 'No location is given to this person.');
  if (isIdle(location, activeAt, now)) {
    // or it would go on where it is taken to a location without such a limit
    await endSession(desk.db, desk, sessionId);
    return null;
  }
  return {
    desk,
    staff: person,
    session: { id: sessionId, activeAt },
    locations: own,
    actor: placeOf(person, location),
  };
}

const isIdle = ({ idleLimitMin }: Location, activeAt: Date, now: number) =>
  idleLimitMin !== null && now - activeAt.getTime() > idleLimitMin * 60_000;

/** @throws ActionFailure `signedOut` or `notAllowed` */
export function authorise(context: StaffContext | null, permission: StaffPermission): StaffContext {
  if (!context) throw new ActionFailure('signedOut', 'Nobody is signed in.');
  if (!isAllowed(context.staff.role, permission)) throw new RefusedPermission(permission);
  return context;
}

/** Where and by whom a tap was made, as its page says. */
export interface TapOrigin {
  locationId?: string | undefined;
  staffId?: string | undefined;
}

/**
 * One of the person's own locations, where a page names it: another tab may have switched the location since.
 * @throws ActionFailure `notAllowed` for a location that is not the person's
 */
export function placeAt({ actor, locations: own, staff: person }: StaffContext, locationId?: string): Actor {
  if (locationId === undefined) return actor;
  const location = own.find(({ id }) => id === locationId);
  if (!location) throw new ActionFailure('notAllowed', 'This location is not given to this person.');
  return placeOf(person, location);
}

/** The person at the location that a page stands for. @throws ActionFailure `notAllowed` */
export const contextAt = (context: StaffContext, locationId: string): StaffContext => ({
  ...context,
  actor: placeAt(context, locationId),
});

/**
 * The place a tap was made at, and by whom. It may wait in the browser until somebody else has signed in, and still
 * belongs to whom the screen belonged then. The page's word for that person counts only among those of the location, and
 * never alone: the session that brings the tap is kept too.
 * @throws ActionFailure `notAllowed` for a location that is not the person's
 */
export async function placeOfTap(context: StaffContext, { locationId, staffId }: TapOrigin): Promise<Actor> {
  const place = placeAt(context, locationId);
  if (staffId === undefined || staffId === place.staffId) return place;
  const isOfHere = and(eq(staffLocations.locationId, place.location.id), eq(staffLocations.staffId, staffId));
  const [colleague] = await context.desk.db.select({ id: staffLocations.staffId }).from(staffLocations).where(isOfHere);
  return colleague ? { ...place, staffId: colleague.id, sentBy: place.staffId } : place;
}

const placeOf = ({ id, role }: Staff, location: Location): Actor => ({
  staffId: id,
  location,
  mayOverride: isAllowed(role, 'overrideAdmission'),
});
