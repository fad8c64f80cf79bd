import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { openLockedBadge } from '#lib/server/auth/badge/badge-failures.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { endAllSessions } from '#lib/server/auth/session/sessions.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { repeatAfterDeadlock } from '#lib/server/db/repeat-after-deadlock.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staff, staffBadges, staffLocations, staffPasskeys } from '#lib/server/db/schema/staff.ts';
import type { ColleagueInput, ForgetOutcome } from '#lib/wire/staff.ts';
import { shiftMs } from '#shared/session/session-rules.ts';
import { changeOther } from './change-colleague.ts';
import { auditEverywhere, requireFullyManaged } from './colleague.ts';

/**
 * Replaces the name of a disabled colleague by a pseudonym, frees the address, and deletes everything by which they could sign in, with
 * where they work. The row stays, as the author of visits, notes and entries of the log. It cannot be undone.
 * Of a manager it waits for a shift: until then, `revokeKnownAccess` has to know where they worked.
 * @param pseudonym a beginning of the id follows, which tells several of them apart
 * @throws ActionFailure `notAllowed` for a person who also works where the manager does not; `conflict` for one who can sign in
 */
export function replaceIdentity(
  context: Reauthenticated,
  { staffId, pseudonym }: ColleagueInput & { pseudonym: string },
): Promise<ForgetOutcome> {
  // see `correctColleague`
  return repeatAfterDeadlock(() =>
    changeOther(context, staffId, async (tx) => {
      const isOfPerson = eq(staff.id, staffId);
      await tx.select({ id: staff.id }).from(staff).where(isOfPerson).for('update');
      const person = await requireFullyManaged(tx, context, { staffId });
      if (!person.disabledAt) throw new ActionFailure('conflict', 'This person is not disabled.');
      const from = new Date(person.disabledAt.getTime() + shiftMs);
      if (person.role === 'manager' && from.getTime() > context.desk.clock())
        return { kind: 'tooEarly', from: from.toISOString() };
      await auditEverywhere(tx, context, { staffId, action: 'forgetStaff' });
      await cleanLog(tx, staffId);
      await endAllSessions(tx, staffId);
      const badges = await tx.delete(staffBadges).where(eq(staffBadges.staffId, staffId)).returning();
      for (const { cardDigest } of badges) await openLockedBadge(tx, cardDigest);
      await tx.delete(staffPasskeys).where(eq(staffPasskeys.staffId, staffId));
      await tx.delete(staffLocations).where(eq(staffLocations.staffId, staffId));
      await tx
        .update(staff)
        .set({
          name: `${pseudonym} ${staffId.slice(0, 4).toUpperCase()}`,
          email: `${staffId}@${noDomain}`,
          passwordHash: null,
          passwordBy: null,
          passkeyDueAt: null,
        })
        .where(isOfPerson);
      return { kind: 'forgotten' };
    }),
  );
}

/** Reserved: nobody can have an address of it. */
const noDomain = 'deleted.invalid';

/** Entries of how the person was called, of the names they gave their passkeys, and of their own account as a member. */
async function cleanLog(tx: Queryable, staffId: string): Promise<void> {
  const isAboutPerson = sql`starts_with(${auditLog.reason}, ${staffId})`;
  // by the index of location and action
  const isAnywhere = inArray(auditLog.locationId, tx.select({ id: locations.id }).from(locations));
  await tx
    .update(auditLog)
    .set({ reason: staffId })
    .where(and(isAnywhere, eq(auditLog.action, 'correctStaff'), isAboutPerson));
  await tx
    .update(auditLog)
    .set({ accountId: null })
    .where(and(isAnywhere, eq(auditLog.action, 'linkAccount'), isAboutPerson));
  await tx
    .update(auditLog)
    .set({ reason: null })
    .where(
      and(
        eq(auditLog.staffId, staffId),
        inArray(auditLog.action, ['addPasskey', 'renamePasskey', 'removePasskey', 'refusePasskey']),
      ),
    );
}
