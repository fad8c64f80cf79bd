import 'server-only';
import { and, eq, notInArray } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { attemptsAsPerson } from '#lib/server/auth/session/audit-sign-in.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import {
  signInLinks,
  staff,
  staffBadges,
  staffLocations,
  staffPasskeys,
  staffSessions,
} from '#lib/server/db/schema/staff.ts';
import type { ColleagueInput } from '#lib/wire/staff.ts';
import { databaseErrorOf, stillReferenced } from '#shared/database/database-error.ts';
import { changeOther } from './change-colleague.ts';
import { auditEverywhere, requireFullyManaged } from './colleague.ts';

/**
 * Takes an invitation back, such as one that went to a mistyped address: the link is dead, the person is deleted, and the address is
 * free again.
 * @throws ActionFailure `conflict` for a person who has chosen a password, or has worked here by badge: they can be disabled
 */
export function withdrawInvitation(context: StaffContext, { staffId }: ColleagueInput): Promise<null> {
  return changeOther(context, staffId, async (tx) => {
    await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, staffId)).for('update');
    const person = await requireFullyManaged(tx, context, { staffId });
    const isBy = eq(auditLog.staffId, staffId);
    const acts = await tx.$count(auditLog, and(isBy, notInArray(auditLog.action, attemptsAsPerson)));
    const sessions = await tx.$count(staffSessions, eq(staffSessions.staffId, staffId));
    if (person.passwordHash !== null || acts + sessions > 0) throw hasWorkedHere();
    // otherwise the log would not show whose invitation it was
    const reason = `${staffId} ${person.name}, ${person.email}`;
    await auditEverywhere(tx, context, { staffId, action: 'withdrawInvitation', reason });
    await tx.update(auditLog).set({ staffId: null }).where(isBy);
    await tx.delete(signInLinks).where(eq(signInLinks.staffId, staffId));
    await tx.delete(staffBadges).where(eq(staffBadges.staffId, staffId));
    await tx.delete(staffPasskeys).where(eq(staffPasskeys.staffId, staffId));
    await tx.delete(staffLocations).where(eq(staffLocations.staffId, staffId));
    // visits and notes of somebody who worked by badge may be kept for longer than sessions and the audit log
    await tx
      .delete(staff)
      .where(eq(staff.id, staffId))
      .catch((error: unknown) => {
        throw databaseErrorOf(error)?.code === stillReferenced ? hasWorkedHere() : error;
      });
    return null;
  });
}

const hasWorkedHere = () => new ActionFailure('conflict', 'This person has already signed in: disable them instead.');
