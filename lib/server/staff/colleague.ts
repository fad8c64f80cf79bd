import 'server-only';
import { eq } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { readOwnIds } from '#lib/server/auth/own-locations.ts';
import { endAllSessions } from '#lib/server/auth/session/sessions.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAuditEverywhere } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { AuditAction } from '#lib/server/db/schema/audit-log.ts';
import { type Staff, staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { initialsOf } from '#lib/wire/names/person-name.ts';
import type { EndSessionsInput, StaffView } from '#lib/wire/staff.ts';

interface FoundColleague {
  staff: Staff;
  /** All locations this person works for. */
  locationIds: string[];
}

/** @throws ActionFailure `notAllowed` for a person who does not work at the manager's location */
export async function requireColleague(
  tx: Queryable,
  { actor }: StaffContext,
  { staffId }: { staffId: string },
): Promise<FoundColleague> {
  const rows = await tx
    .select({ staff, locationId: staffLocations.locationId })
    .from(staff)
    .innerJoin(staffLocations, eq(staffLocations.staffId, staff.id))
    .where(eq(staff.id, staffId));
  const locationIds = rows.map(({ locationId }) => locationId);
  const [first] = rows;
  if (!first || !locationIds.includes(actor.location.id)) {
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
