import 'server-only';
import { and, count, eq, inArray, notInArray } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { removeAllPasskeys } from '#lib/server/auth/passkeys/remove-all-passkeys.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { signInLinks, staff, staffBadges, staffLocations } from '#lib/server/db/schema/staff.ts';
import { auditEverywhere } from './colleague.ts';

/**
 * Revokes what a manager of the person's other locations may still hold: a sign-in link, the PIN of the badge, or a
 * passkey that was added by such a link. Otherwise that manager could sign in at the added locations as this person. It comes
 * after the added ones are stored and before others are taken, under the lock of the person.
 */
export async function revokeKnownAccess(
  tx: Queryable,
  context: StaffContext,
  { staffId, added }: { staffId: string; added: string[] },
): Promise<void> {
  await tx.delete(signInLinks).where(eq(signInLinks.staffId, staffId));
  if (!(await hasLocalManager(tx, { staffId, added }))) return;
  await removeAllPasskeys(tx, context.desk, { staffId, by: context.staff.id });
  const isOfPerson = eq(staffBadges.staffId, staffId);
  const taken = await tx.delete(staffBadges).where(isOfPerson).returning({ staffId: staffBadges.staffId });
  if (taken.length > 0) await auditEverywhere(tx, context, { staffId, action: 'takeBadge' });
}

/** Whether a former location of the person has a manager who does not work at all added ones. */
async function hasLocalManager(
  tx: Queryable,
  { staffId, added }: { staffId: string; added: string[] },
): Promise<boolean> {
  const former = tx
    .select({ id: staffLocations.locationId })
    .from(staffLocations)
    .where(and(eq(staffLocations.staffId, staffId), notInArray(staffLocations.locationId, added)));
  const ofFormer = tx
    .select({ id: staff.id })
    .from(staff)
    .innerJoin(staffLocations, eq(staffLocations.staffId, staff.id))
    .where(and(eq(staff.role, 'manager'), inArray(staffLocations.locationId, former)));
  const ofAdded = await tx
    .select({ id: staff.id, places: count(staffLocations.locationId) })
    .from(staff)
    .leftJoin(staffLocations, and(eq(staffLocations.staffId, staff.id), inArray(staffLocations.locationId, added)))
    .where(inArray(staff.id, ofFormer))
    .groupBy(staff.id);
  return ofAdded.some(({ places }) => places < added.length);
}
