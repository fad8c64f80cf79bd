import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { auditOwn } from '#lib/server/auth/audit-own.ts';
import { readClientAddress } from '#lib/server/auth/browser/browser.ts';
import type { SignedIn } from '#lib/server/auth/load-staff.ts';
import { verifyOwnPassword } from '#lib/server/auth/reauthentication/verify-own-password.ts';
import { isSafePassword } from '#lib/server/auth/safe-password.ts';
import { endOtherSessions, noteAuthentication } from '#lib/server/auth/session/sessions.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import type { PasswordChange, PasswordOutcome } from '#lib/wire/account.ts';
import { hashPassword } from '#shared/password/password.ts';

/** Changes the person's own password and ends all their other sessions. */
export async function changePassword(context: SignedIn, { current, next }: PasswordChange): Promise<PasswordOutcome> {
  const { desk, staff: person, session } = context;
  const clientAddress = await readClientAddress();
  const answer = await verifyOwnPassword(context, current);
  if (answer !== 'right') return { kind: answer };
  if (!(await isSafePassword(desk.db, person, next))) return { kind: 'unsafe' };
  const passwordHash = await hashPassword(next);
  return desk.db.transaction(async (tx) => {
    // changed in the meantime, or all sessions were ended: this one too, and what was entered may be a thief's
    const isStill = and(
      eq(staff.id, person.id),
      eq(staff.passwordHash, person.passwordHash ?? ''),
      eq(staff.sessionVersion, person.sessionVersion),
      isNull(staff.disabledAt),
    );
    const changed = await tx.update(staff).set({ passwordHash }).where(isStill).returning({ id: staff.id });
    if (changed.length === 0) return { kind: 'wrong' };
    await endOtherSessions(tx, { staffId: person.id, kept: session.id });
    await noteAuthentication(tx, desk, session.id);
    await auditOwn(tx, context, { action: 'changePassword', clientAddress });
    return { kind: 'changed' };
  });
}
