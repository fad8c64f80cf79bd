import 'server-only';
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { lockPerson } from '#lib/server/auth/lock-person.ts';
import { requireOwnIds, requireOwnOrRetiredIds } from '#lib/server/auth/own-locations.ts';
import { withNewEnrolments } from '#lib/server/auth/passkeys/enrolment.ts';
import { removeAllPasskeys } from '#lib/server/auth/passkeys/remove-all-passkeys.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { endAllSessions } from '#lib/server/auth/session/sessions.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import type { ColleagueInput, PlaceInput, StaffRole } from '#lib/wire/staff.ts';
import { auditEverywhere, requireColleague, requireEnabled, requireFullyManaged } from './colleague.ts';
import { revokeKnownAccess } from './revoke-known-access.ts';

/**
 * Changes the role of a colleague and the locations where they work, at once, also in open sessions.
 * @throws ActionFailure `notAllowed` for another manager's location, or for a role that is valid at one; `conflict` where the
 * person would be left without a location in use, or is disabled
 */
export function placeColleague(context: Reauthenticated, { staffId, ...change }: PlaceInput): Promise<null> {
  return changeOther(context, staffId, (tx) =>
    withNewEnrolments(tx, eq(staff.id, staffId), async () => {
      await requireColleague(tx, context, { staffId });
      if (change.role !== undefined) await setRole(tx, context, { staffId, role: change.role });
      await setLocations(tx, context, { staffId, ...change });
      return null;
    }),
  );
}

/** Ends all sessions of a colleague and allows no new one. */
export function disableColleague(context: StaffContext, { staffId }: ColleagueInput): Promise<null> {
  return changeOther(context, staffId, async (tx) => {
    await requireEnabled(tx, context, { staffId });
    await tx
      .update(staff)
      .set({ disabledAt: new Date(context.desk.clock()) })
      .where(eq(staff.id, staffId));
    await endAllSessions(tx, staffId);
    await auditEverywhere(tx, context, { staffId, action: 'disableStaff' });
    return null;
  });
}

/**
 * Removes all passkeys of a colleague who has lost them: the password alone signs in again, and where the gym requires a passkey, the
 * next sign-in asks for a new one, which they may put off for some days.
 */
export function removePasskeys(context: Reauthenticated, { staffId }: ColleagueInput): Promise<null> {
  return changeOther(context, staffId, async (tx) => {
    await requireFullyManaged(tx, context, { staffId });
    await removeAllPasskeys(tx, context.desk, { staffId, by: context.staff.id });
    return null;
  });
}

/** Lets a disabled colleague sign in again, with the same password and badge. A required passkey can again be put off for some days. */
export function enableColleague(context: Reauthenticated, { staffId }: ColleagueInput): Promise<null> {
  return changeOther(context, staffId, async (tx) => {
    await requireFullyManaged(tx, context, { staffId });
    const isDisabled = and(eq(staff.id, staffId), isNotNull(staff.disabledAt));
    const enabled = await tx
      .update(staff)
      .set({ disabledAt: null, passkeyDueAt: null })
      .where(isDisabled)
      .returning({ id: staff.id });
    // another manager was faster
    if (enabled.length === 0) return null;
    await auditEverywhere(tx, context, { staffId, action: 'enableStaff' });
    return null;
  });
}

/**
 * Makes a change that could leave a location without a manager. It cannot: nobody changes themselves, and of two managers who
 * disable each other, the second is no manager any more.
 */
export async function changeOther<Result>(
  context: StaffContext,
  staffId: string,
  change: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  if (staffId === context.staff.id) throw new ActionFailure('notAllowed', 'Another manager has to do this.');
  return changeAsManager(context, staffId, change);
}

/**
 * Changes a person, who may be the manager themselves. Changes by managers run one after the other, and each only if the manager is
 * still one.
 */
export function changeAsManager<Result>(
  { desk, staff: manager }: StaffContext,
  staffId: string,
  change: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  return desk.db.transaction(async (tx) => {
    await lockExclusive(tx, 'managers');
    await lockPerson(tx, staffId);
    const isManager = and(eq(staff.id, manager.id), eq(staff.role, 'manager'), isNull(staff.disabledAt));
    const [still] = await tx.select({ id: staff.id }).from(staff).where(isManager);
    if (!still) throw new ActionFailure('notAllowed', 'This person is no manager any more.');
    return change(tx);
  });
}

async function setRole(
  tx: Queryable,
  context: StaffContext,
  { staffId, role }: { staffId: string; role: StaffRole },
): Promise<void> {
  const before = await requireEnabled(tx, context, { staffId });
  if (before.role === role) return;
  await tx.update(staff).set({ role }).where(eq(staff.id, staffId));
  // it was allowed to somebody in another role
  await tx.update(staffLocations).set({ mayReadReports: false }).where(eq(staffLocations.staffId, staffId));
  await auditEverywhere(tx, context, { staffId, action: 'setRole', reason: `${staffId} ${before.role} → ${role}` });
}

async function setLocations(
  tx: Queryable,
  context: StaffContext,
  { staffId, add, remove }: Pick<PlaceInput, 'staffId' | 'add' | 'remove'>,
): Promise<void> {
  const { desk, staff: manager } = context;
  await requireOwnIds(tx, { staffId: manager.id, locationIds: add });
  await requireOwnOrRetiredIds(tx, { staffId: manager.id, locationIds: remove });
  const ofPerson = eq(staffLocations.staffId, staffId);
  const added =
    add.length > 0
      ? await tx
          .insert(staffLocations)
          .values(add.map((locationId) => ({ locationId, staffId })))
          .onConflictDoNothing()
          .returning({ locationId: staffLocations.locationId })
      : [];
  // before the removed ones are deleted: their managers may know the PIN
  if (added.length > 0)
    await revokeKnownAccess(tx, context, { staffId, added: added.map(({ locationId }) => locationId), remove });
  const removed = await tx
    .delete(staffLocations)
    .where(and(ofPerson, inArray(staffLocations.locationId, remove)))
    .returning({ locationId: staffLocations.locationId });
  // who works only at a retired location keeps it, also with another role
  if (removed.length > 0 && !(await worksSomewhere(tx, staffId))) {
    throw new ActionFailure('conflict', 'This person would work nowhere: disable them instead.');
  }
  const entry = { staffId: manager.id, action: 'setStaffLocations' } as const;
  for (const { locationId } of added) await writeAudit(tx, desk, { ...entry, locationId, reason: `${staffId} added` });
  for (const { locationId } of removed)
    await writeAudit(tx, desk, { ...entry, locationId, reason: `${staffId} removed` });
}

/** Whether any location of the person is in use. */
async function worksSomewhere(tx: Queryable, staffId: string): Promise<boolean> {
  const inUse = await tx
    .select({ id: locations.id })
    .from(staffLocations)
    .innerJoin(locations, eq(locations.id, staffLocations.locationId))
    .where(and(eq(staffLocations.staffId, staffId), isInUse))
    .limit(1);
  return inUse.length > 0;
}
