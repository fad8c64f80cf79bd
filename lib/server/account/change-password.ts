import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { readClientAddress } from '#lib/server/auth/browser/browser.ts';
import type { SignedIn } from '#lib/server/auth/load-staff.ts';
import { forgetAttempt, takeAttempt } from '#lib/server/auth/password/attempts.ts';
import { isSafePassword } from '#lib/server/auth/safe-password.ts';
import { auditSignIn, findHomeLocation } from '#lib/server/auth/session/audit-sign-in.ts';
import { endOtherSessions } from '#lib/server/auth/session/sessions.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import type { PasswordChange, PasswordOutcome } from '#lib/wire/account.ts';
import { hashPassword, verifyPassword } from '#shared/password/password.ts';
import { mostFailures } from '#shared/sign-in/attempts.ts';

/**
 * Changes the person's own password and ends all their other sessions. Wrong guesses are counted separately from sign-ins: a
 * stolen session cannot be used to guess the password, and guesses at the sign-in do not lock the person out here.
 */
export async function changePassword(
  { desk, staff: person, session }: SignedIn,
  { current, next }: PasswordChange,
): Promise<PasswordOutcome> {
  const clientAddress = await readClientAddress();
  const attempt = await takeAttempt(desk, [{ whom: `password/${person.id}`, most: mostFailures }]);
  const audited = { staffId: person.id, means: 'password', browser: { deviceId: null, clientAddress } } as const;
  if (!attempt) {
    await auditSignIn(desk.db, desk, { ...audited, action: 'signInLocked' });
    return { kind: 'tooManyAttempts' };
  }
  if (!(await verifyPassword(person.passwordHash, current))) {
    await auditSignIn(desk.db, desk, { ...audited, action: 'signInFailed' });
    return { kind: 'wrong' };
  }
  await forgetAttempt(desk, attempt);
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
    const locationId = await findHomeLocation(tx, { staffId: person.id });
    await writeAudit(tx, desk, { locationId, staffId: person.id, action: 'changePassword', clientAddress });
    return { kind: 'changed' };
  });
}
