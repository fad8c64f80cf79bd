import 'server-only';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { readOwnLocations } from '#lib/server/auth/own-locations.ts';
import { endAllSessions } from '#lib/server/auth/session/sessions.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import type { ColleagueInput, PlaceInput, StaffRole } from '#lib/wire/staff.ts';
import { requireColleague, requireEnabled, requireFullyManaged } from './colleague.ts';

/**
 * Changes the role of a colleague and the locations where they work, at once, also in open sessions.
 * @throws ActionFailure `notAllowed` for another manager's location, or for a role that is valid at one; `conflict` where the
 * person would be left without a location, or is disabled
 */
export function placeColleague(context: StaffContext, { staffId, ...change }: PlaceInput): Promise<null> {
  return changeOther(context, staffId, async (tx) => {
    await requireColleague(tx, context, { staffId });
    if (change.role !== undefined) await setRole(tx, context, { staffId, role: change.role });
    await setLocations(tx, context, { staffId, ...change });
  });
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
    await audit(tx, context, { action: 'disableStaff', reason: staffId });
  });
}

/** Lets a disabled colleague sign in again, with the same password and badge. */
export function enableColleague(context: StaffContext, { staffId }: ColleagueInput): Promise<null> {
  return changeOther(context, staffId, async (tx) => {
    await requireFullyManaged(tx, context, { staffId });
    await tx.update(staff).set({ disabledAt: null }).where(eq(staff.id, staffId));
    await audit(tx, context, { action: 'enableStaff', reason: staffId });
  });
}

/**
 * Makes a change that could leave a location without a manager. It cannot: nobody changes themselves, and of two managers who
 * disable each other, the second is no manager any more.
 */
async function changeOther(
  { desk, staff: manager }: StaffContext,
  staffId: string,
  change: (tx: Queryable) => Promise<void>,
): Promise<null> {
  if (staffId === manager.id) throw new ActionFailure('notAllowed', 'Another manager has to do this.');
  return desk.db.transaction(async (tx) => {
    await lockExclusive(tx, 'managers');
    const isManager = and(eq(staff.id, manager.id), eq(staff.role, 'manager'), isNull(staff.disabledAt));
    const [still] = await tx.select({ id: staff.id }).from(staff).where(isManager);
    if (!still) throw new ActionFailure('notAllowed', 'This person is no manager any more.');
    await change(tx);
    return null;
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
  await audit(tx, context, { action: 'setRole', reason: `${staffId} ${before.role} → ${role}` });
}

async function setLocations(
  tx: Queryable,
  context: StaffContext,
  { staffId, add, remove }: Pick<PlaceInput, 'staffId' | 'add' | 'remove'>,
): Promise<void> {
  const own = await readOwnLocations(tx, context.staff.id);
  const ownIds = own.map(({ id }) => id);
  if (![...add, ...remove].every((id) => ownIds.includes(id))) {
    throw new ActionFailure('notAllowed', 'This location is not given to this manager.');
  }
  const ofPerson = eq(staffLocations.staffId, staffId);
  const added =
    add.length > 0
      ? await tx
          .insert(staffLocations)
          .values(add.map((locationId) => ({ locationId, staffId })))
          .onConflictDoNothing()
          .returning({ locationId: staffLocations.locationId })
      : [];
  const removed = await tx
    .delete(staffLocations)
    .where(and(ofPerson, inArray(staffLocations.locationId, remove)))
    .returning({ locationId: staffLocations.locationId });
  const left = await tx.select({ id: staffLocations.locationId }).from(staffLocations).where(ofPerson).limit(1);
  if (left.length === 0) throw new ActionFailure('conflict', 'This person would work nowhere: disable them instead.');
  for (const { locationId } of added) await audit(tx, context, { ...moved(locationId), reason: `${staffId} added` });
  for (const { locationId } of removed)
    await audit(tx, context, { ...moved(locationId), reason: `${staffId} removed` });
}

const moved = (locationId: string) => ({ action: 'setStaffLocations', locationId }) as const;

interface Change {
  action: 'setRole' | 'setStaffLocations' | 'disableStaff' | 'enableStaff';
  /** The location of the screen if absent. */
  locationId?: string;
  reason: string;
}

const audit = (tx: Queryable, { desk, actor, staff: manager }: StaffContext, change: Change) =>
  writeAudit(tx, desk, { locationId: actor.location.id, staffId: manager.id, ...change });
