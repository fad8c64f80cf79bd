import 'server-only';
import { aliasedTable, and, eq, exists, isNull, min, or, sql } from 'drizzle-orm';
import type { Actor } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import { prepareOnce } from '#lib/server/db/prepare-once.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { type Staff, staff, staffLocations, staffSessions } from '#lib/server/db/schema/staff.ts';
import { type Allowance, isAllowed, type StaffPermission } from '#lib/wire/permissions.ts';
import { beganAfterEnrolment } from '#shared/passkeys/enrolment.ts';
import { isIdle } from '#shared/session/session-rules.ts';
import { type OwnLocation, requireOwnLocation } from './own-locations.ts';
import { lacksPasskey } from './passkeys/find-passkeys.ts';
import { RefusedPermission } from './refused-permission.ts';
import { endSession, isOpenSession, type SessionClaim } from './session/sessions.ts';

/** A signed-in person. The session names no location: every page and every request does. */
export interface SignedIn {
  desk: DeskContext;
  staff: Staff;
  /** `authenticatedAt`: when the person last entered or chose their password, or used a passkey in it. */
  session: {
    id: string;
    activeAt: Date;
    authenticatedAt: Date | null;
    isPasskeyPostponed: boolean;
    /** Whether it is for adding the passkey alone, which its person can put off no longer (see `LoadedSession`). */
    awaitsPasskey: boolean;
  };
  /** The location that the URL of the request names, read with the session, if it is one of the person's. */
  named?: OwnLocation | null;
  /** What a manager has allowed the person at any of their locations. */
  allowedSomewhere?: Allowance;
}

/** The same person at one of their locations. */
export interface StaffContext extends SignedIn {
  actor: Actor;
}

/** What is read with a session, and which sessions count. */
export interface LoadedSession {
  /** The id of a location to read by the same statement. */
  named?: string | undefined;
  /** Whether a person counts whose only locations were retired. */
  withRetired?: boolean | undefined;
  /** Whether a session counts that began by password or link after the time to put off a required passkey. */
  evenWaiting?: boolean | undefined;
}

/**
 * Reads session and person from the database, uncached, so that a sign-out or a disabled person takes effect at once. A session of a
 * person who first has to add a required passkey counts only with `evenWaiting`, with which the passkey is added.
 * @returns null where the session has ended, or does not count
 * @throws ActionFailure `notAllowed` for a person without a location
 */
export async function loadStaff(
  desk: DeskContext,
  { sessionId, version }: SessionClaim,
  { named, withRetired = false, evenWaiting = false }: LoadedSession = {},
): Promise<SignedIn | null> {
  const now = new Date(desk.clock());
  const [row] = await sessionStatement(desk.db).execute({ sessionId, version, now, named: named ?? null, withRetired });
  if (!row) return null;
  const {
    staff: person,
    hasLocation,
    readsReports,
    named: location,
    mayReadReports,
    startedAt,
    isOneFactor,
    ...session
  } = row;
  const { passkeyDueAt } = person;
  const awaitsPasskey =
    beganAfterEnrolment({ startedAt, isOneFactor, passkeyDueAt }) && (await lacksPasskey(desk.db, desk, person));
  if (awaitsPasskey && !evenWaiting) return null;
  if (!hasLocation) throw new ActionFailure('notAllowed', 'No location is given to this person.');
  return {
    desk,
    staff: person,
    session: { id: sessionId, awaitsPasskey, ...session },
    named: location && { location, mayReadReports: mayReadReports ?? false },
    allowedSomewhere: { mayReadReports: readsReports },
  };
}

const sessionStatement = prepareOnce((db) => {
  const own = aliasedTable(staffLocations, 'own');
  const inUse = aliasedTable(locations, 'in_use');
  const counts = or(isNull(inUse.retiredAt), sql`${sql.placeholder('withRetired')}::boolean`);
  const ofPerson = db
    .select({ id: inUse.id })
    .from(own)
    .innerJoin(inUse, eq(inUse.id, own.locationId))
    .where(and(eq(own.staffId, staff.id), counts));
  const ofReader = db
    .select({ id: own.locationId })
    .from(own)
    .where(and(eq(own.staffId, staff.id), own.mayReadReports));
  const isNamed = and(eq(staffLocations.staffId, staff.id), eq(staffLocations.locationId, sql.placeholder('named')));
  const isVersion = eq(staff.sessionVersion, sql.placeholder('version'));
  return db
    .select({
      staff,
      startedAt: staffSessions.startedAt,
      activeAt: staffSessions.activeAt,
      authenticatedAt: staffSessions.authenticatedAt,
      isPasskeyPostponed: staffSessions.isPasskeyPostponed,
      isOneFactor: staffSessions.isOneFactor,
      hasLocation: exists(ofPerson).mapWith(Boolean),
      named: locations,
      mayReadReports: staffLocations.mayReadReports,
      readsReports: exists(ofReader).mapWith(Boolean),
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .leftJoin(staffLocations, isNamed)
    .leftJoin(locations, and(eq(locations.id, staffLocations.locationId), isInUse))
    .where(and(eq(staffSessions.id, sql.placeholder('sessionId')), isVersion, isOpenSession(sql.placeholder('now'))))
    .prepare('');
});

/**
 * Adds the location that a page or a request names. It is read for each request too, so that taking a location away takes effect
 * at once. A session that exceeds the idle limit of the location ends.
 * @param isGlance whether other locations' pages ask too: the session goes on, and this request alone is refused
 * @param madeAt when what waited in the browser was made: a location that was retired after this moment counts for a few days
 * @throws ActionFailure `signedOut`, `conflict` where a glance came too late, or `notAllowed` for a location that is not the person's
 */
export async function contextAt(
  { named, ...context }: SignedIn,
  locationId: string,
  { madeAt = () => null, isGlance = false }: { madeAt?: () => number | null; isGlance?: boolean } = {},
): Promise<StaffContext> {
  const { desk, session, staff: person } = context;
  const isNamed = named?.location.id === locationId;
  const wanted = { staffId: person.id, locationId, now: desk.clock() };
  const own = isNamed ? named : await requireOwnLocation(desk.db, { ...wanted, madeAt: madeAt() });
  if (isGlance && isIdle(session.activeAt, desk.clock(), own.location.idleLimitMin))
    throw new ActionFailure('conflict', 'Nothing was done in this session for longer than this location allows.');
  await endIfIdle(desk, session, own.location);
  return { ...context, actor: placeOf(person, own) };
}

/**
 * The same check for what belongs to no location: the shortest idle limit of the person's locations counts.
 * @throws ActionFailure `signedOut`
 */
export async function requireActive({ desk, session, staff: person }: SignedIn): Promise<void> {
  const [shortest] = await desk.db
    .select({ idleLimitMin: min(locations.idleLimitMin) })
    .from(staffLocations)
    .innerJoin(locations, eq(locations.id, staffLocations.locationId))
    .where(and(eq(staffLocations.staffId, person.id), isInUse));
  if (shortest) await endIfIdle(desk, session, shortest);
}

type IdleLimit = Pick<Location, 'idleLimitMin'>;

async function endIfIdle(
  desk: DeskContext,
  { id, activeAt }: SignedIn['session'],
  { idleLimitMin }: IdleLimit,
): Promise<void> {
  if (!isIdle(activeAt, desk.clock(), idleLimitMin)) return;
  // otherwise the session would stay valid at a location without an idle limit
  await endSession(desk.db, desk, id);
  throw new ActionFailure('signedOut', 'Nothing was done in this session for too long.');
}

/**
 * Where the location is not known yet, whoever has the permission anywhere passes: the caller asks again once it is.
 * @throws ActionFailure `signedOut` or `notAllowed`
 */
export function authorise<Context extends SignedIn>(context: Context | null, permission: StaffPermission): Context {
  if (!context) throw new ActionFailure('signedOut', 'Nobody is signed in.');
  if (!mayDo(context, permission)) throw new RefusedPermission(permission);
  return context;
}

/** Whether a person has a permission at the location of the request, or anywhere where that is not known yet. */
export function mayDo(
  { staff: { role }, allowedSomewhere, actor }: SignedIn & Partial<StaffContext>,
  permission: StaffPermission,
): boolean {
  const allowed = actor ? { mayReadReports: actor.mayReadReports ?? false } : allowedSomewhere;
  return isAllowed(role, permission, allowed);
}

/**
 * The actor of a tap. A tap may wait in the browser until another person has signed in, and still belongs to the person who
 * was signed in when it was made. The page names that person; the name is accepted only for staff of the location, and the
 * person whose session sent the tap is recorded too.
 */
export async function actorOfTap({ desk, actor }: StaffContext, staffId: string | undefined): Promise<Actor> {
  if (staffId === undefined || staffId === actor.staffId) return actor;
  const isOfHere = and(eq(staffLocations.locationId, actor.location.id), eq(staffLocations.staffId, staffId));
  const [colleague] = await desk.db.select({ id: staffLocations.staffId }).from(staffLocations).where(isOfHere);
  return colleague ? { ...actor, staffId: colleague.id, sentBy: actor.staffId } : actor;
}

const placeOf = ({ id, role }: Staff, { location, mayReadReports }: OwnLocation): Actor => ({
  staffId: id,
  location,
  mayReadReports,
  mayOverride: isAllowed(role, 'overrideAdmission'),
});
