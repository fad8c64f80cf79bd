import 'server-only';
import { eq } from 'drizzle-orm';
import { readOwnIds } from '#lib/server/auth/own-locations.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { repeatAfterDeadlock } from '#lib/server/db/repeat-after-deadlock.ts';
import { signInLinks, staff } from '#lib/server/db/schema/staff.ts';
import { describeChanges } from '#lib/server/locations/change-settings.ts';
import type { CorrectInput, CorrectOutcome } from '#lib/wire/staff.ts';
import { changeAsManager } from './change-colleague.ts';
import { auditEverywhere, requireEnabled } from './colleague.ts';
import { findEmailHolder, lockEmail } from './invite.ts';

/**
 * Changes the name and the e-mail address of a colleague, or of the manager themselves. Sessions go on, since it grants no access. With
 * another address, links that went to the former one are revoked: it may have been somebody else's.
 * @throws ActionFailure `notAllowed` for a person who also works where the manager does not; `conflict` for a disabled person
 */
export function correctColleague(
  context: Reauthenticated,
  { staffId, name, email }: CorrectInput,
): Promise<CorrectOutcome> {
  // the address is a key of the table: its change waits for what has just written entries of this person, such as of a visit
  return repeatAfterDeadlock(() =>
    changeAsManager(context, staffId, async (tx) => {
      await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, staffId)).for('update');
      const before = await requireEnabled(tx, context, { staffId });
      const now = { name: name ?? before.name, email: email?.trim().toLowerCase() ?? before.email };
      const changes = describeChanges(forLog(before), forLog(now));
      if (changes === '') return { kind: 'corrected' };
      if (now.email !== before.email) {
        await lockEmail(tx, now.email);
        const ownIds = await readOwnIds(tx, context.staff.id);
        const taken = await findEmailHolder(tx, { email: now.email, ownIds });
        if (taken) return taken;
        await tx.delete(signInLinks).where(eq(signInLinks.staffId, staffId));
      }
      await tx.update(staff).set(now).where(eq(staff.id, staffId));
      await auditEverywhere(tx, context, { staffId, action: 'correctStaff', reason: `${staffId} ${changes}` });
      return { kind: 'corrected' };
    }),
  );
}

const forLog = ({ name, email }: { name: string; email: string }) => ({ personName: name, personEmail: email });
