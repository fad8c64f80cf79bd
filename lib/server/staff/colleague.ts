import 'server-only';
import { eq } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { readOwnIds } from '#lib/server/auth/own-locations.ts';
import { endAllSessions } from '#lib/server/auth/session/sessions.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAuditEverywhere } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { AuditAction } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { type Staff, staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { initialsOf } from '#lib/wire/names/person-name.ts';
import type { EndSessionsInput, StaffView } from '#lib/wire/staff.ts';

interface FoundColleague {
  staff: Staff;
  /** All locations this person works for. */
  locationIds: string[];
}

/**
 * A colleague at the manager's location, or at a retired one of the manager, at which nobody can be.
 * @throws ActionFailure `notAllowed` for a person who works at neither
 */
export async function requireColleague(
  tx: Queryable,
  { actor, staff: manager }: StaffContext,
  { staffId }: { staffId: string },
): Promise<FoundColleague> {
  const rows = await tx
    .select({ staff, locationId: staffLocations.locationId, retiredAt: locations.retiredAt })
    .from(staff)
    .innerJoin(staffLocations, eq(staffLocations.staffId, staff.id))
    .innerJoin(locations, eq(locations.id, staffLocations.locationId))
    .where(eq(staff.id, staffId));
  const locationIds = rows.map(({ locationId }) => locationId);
  const [first] = rows;
  const retiredIds = rows.flatMap(({ locationId, retiredAt }) => (retiredAt ? [locationId] : []));
  const isColleague =
    locationIds.includes(actor.location.id) ||
    (retiredIds.length > 0 && (await readOwnIds(tx, manager.id)).some((id) => retiredIds.includes(id)));
  if (!first || !isColleague) {
    throw new ActionFailure('notAllowed', 'This person does not work at this location.');
  }
  return { staff: first.staff, locationIds };
}

/**
 * Reads a person for whom the manager may change what is valid at all of the person's locations, such as a badge: a manager
 * must not give access to locations that the manager has no access to.
 * @throws ActionFailure `notAllowed` for a person who also works where the manager does not
 */
export async function requireFullyManaged(
  tx: Queryable,
  context: StaffContext,
  { staffId }: { staffId: string },
): Promise<Staff> {
  const { staff: person, locationIds } = await requireColleague(tx, context, { staffId });
  const ownIds = await readOwnIds(tx, context.staff.id);
  if (!locationIds.every((id) => ownIds.includes(id))) {
    throw new ActionFailure('notAllowed', 'This person also works at a location of another manager.');
  }
  return person;
}

/** The same for a person who can sign in. @throws ActionFailure also `conflict` for a disabled person */
export async function requireEnabled(
  tx: Queryable,
  context: StaffContext,
  { staffId }: { staffId: string },
): Promise<Staff> {
  const person = await requireFullyManaged(tx, context, { staffId });
  if (person.disabledAt) throw new ActionFailure('conflict', 'This person is disabled.');
  return person;
}

/** Signs a colleague out everywhere. Every manager of the person may do this, since it grants no access. */
export async function endSessions(context: StaffContext, { staffId }: EndSessionsInput): Promise<null> {
  return context.desk.db.transaction(async (tx) => {
    await requireColleague(tx, context, { staffId });
    await endAllSessions(tx, staffId);
    await auditEverywhere(tx, context, { staffId, action: 'signOutEverywhere' });
    return null;
  });
}

/** Writes to the audit log of every location of the colleague what is valid at all of them. */
export async function auditEverywhere(
  tx: Queryable,
  { desk, staff: manager }: StaffContext,
  { staffId, action, reason = staffId }: { staffId: string; action: AuditAction; reason?: string },
): Promise<void> {
  await writeAuditEverywhere(tx, desk, { personId: staffId, staffId: manager.id, action, reason });
}

/** What the header shows of a staff member. */
export const staffView = ({ id, name, role }: Staff): StaffView => ({
  id,
  displayName: name,
  initials: initialsOf(name),
  role,
});
