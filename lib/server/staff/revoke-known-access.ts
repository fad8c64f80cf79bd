import 'server-only';
import { and, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { readOwnIds } from '#lib/server/auth/own-locations.ts';
import { removeAllPasskeys } from '#lib/server/auth/passkeys/remove-all-passkeys.ts';
import { endAllSessions, endOtherSessions } from '#lib/server/auth/session/sessions.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { signInLinks, staff, staffBadges, staffLocations } from '#lib/server/db/schema/staff.ts';
import { shiftMs } from '#shared/session/session-rules.ts';
import { auditEverywhere } from './colleague.ts';

interface Change {
  staffId: string;
  added: string[];
  remove: readonly string[];
}

/**
 * Revokes what somebody who does not manage all gyms of the person after the change may hold: a sign-in link, a session, the PIN of the
 * badge, or a passkey that was added by such a link. Otherwise they could be at the added ones as this person. It comes
 * after the added ones are stored and before others are taken, under the lock of the person.
 */
export async function revokeKnownAccess(tx: Queryable, context: StaffContext, change: Change): Promise<void> {
  const { staffId, remove } = change;
  await tx.delete(signInLinks).where(eq(signInLinks.staffId, staffId));
  const gyms = (await readOwnIds(tx, staffId)).filter((id) => !remove.includes(id));
  const locals = await findLocalManagers(tx, change);
  const isLocal = locals.length > 0;
  const mayKnow = async (by: string | null) =>
    by === null ? isLocal : by !== staffId && !(await managesAll(tx, { by, gyms }));
  const [person] = await tx.select({ by: staff.passwordBy }).from(staff).where(eq(staff.id, staffId));
  const isOfPerson = eq(staffBadges.staffId, staffId);
  const [badge] = await tx.select({ by: staffBadges.givenBy }).from(staffBadges).where(isOfPerson);
  const isBadgeKnown = badge !== undefined && (await mayKnow(badge.by));
  const hadPasskeys =
    person !== undefined &&
    (await mayKnow(person.by)) &&
    (await removeAllPasskeys(tx, context.desk, { staffId, by: context.staff.id }));
  if (isBadgeKnown) {
    await tx.delete(staffBadges).where(isOfPerson);
    await auditEverywhere(tx, context, { staffId, action: 'takeBadge' });
  }
  const shiftAgo = context.desk.clock() - shiftMs;
  const mayBeSignedIn = locals.some(
    ({ isOfAll, disabledAt }) => isOfAll && (disabledAt === null || disabledAt.getTime() > shiftAgo),
  );
  if (!mayBeSignedIn && !hadPasskeys && !isBadgeKnown) return;
  await auditEverywhere(tx, context, { staffId, action: 'signOutEverywhere' });
  if (staffId === context.staff.id) await endOtherSessions(tx, { staffId, kept: context.session.id });
  else await endAllSessions(tx, staffId);
}

/** Whether this is an enabled manager of all of these gyms. */
async function managesAll(tx: Queryable, { by, gyms }: { by: string; gyms: string[] }): Promise<boolean> {
  const isManager = and(eq(staff.id, by), eq(staff.role, 'manager'), isNull(staff.disabledAt));
  const managed = await tx
    .select({ id: staffLocations.locationId })
    .from(staffLocations)
    .innerJoin(staff, and(eq(staff.id, staffLocations.staffId), isManager))
    .where(inArray(staffLocations.locationId, gyms));
  return managed.length === gyms.length;
}

interface LocalManager {
  /** Whether they manage all former locations of the person, and so could give a badge or a link. */
  isOfAll: boolean;
  disabledAt: Date | null;
}

/** The managers of a former location of the person, also disabled ones, who do not work at all added ones. */
async function findLocalManagers(tx: Queryable, { staffId, added }: Change): Promise<LocalManager[]> {
  const former = await tx
    .select({ id: staffLocations.locationId })
    .from(staffLocations)
    .where(and(eq(staffLocations.staffId, staffId), notInArray(staffLocations.locationId, added)));
  const formerIds = former.map(({ id }) => id);
  const placesIn = (ids: readonly string[]) =>
    sql`count(*) filter (where ${inArray(staffLocations.locationId, [...ids])})`.mapWith(Number);
  const managers = await tx
    .select({ disabledAt: staff.disabledAt, ofFormer: placesIn(formerIds), ofAdded: placesIn(added) })
    .from(staff)
    .innerJoin(staffLocations, eq(staffLocations.staffId, staff.id))
    .where(
      and(
        eq(staff.role, 'manager'),
        ne(staff.id, staffId),
        inArray(staffLocations.locationId, [...formerIds, ...added]),
      ),
    )
    .groupBy(staff.id);
  return managers
    .filter(({ ofFormer, ofAdded }) => ofFormer > 0 && ofAdded < added.length)
    .map(({ disabledAt, ofFormer }) => ({ isOfAll: ofFormer === formerIds.length, disabledAt }));
}
