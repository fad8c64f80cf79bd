import 'server-only';
import { readClientAddress } from '#lib/server/auth/browser/browser.ts';
import type { SignedIn } from '#lib/server/auth/load-staff.ts';
import { forgetAttempt, takeAttempt } from '#lib/server/auth/password/attempts.ts';
import { auditSignIn } from '#lib/server/auth/session/audit-sign-in.ts';
import { verifyPassword } from '#shared/password/password.ts';
import { mostFailures } from '#shared/sign-in/attempts.ts';

/**
 * Verifies the password of a signed-in person. Wrong guesses are counted separately from sign-ins: a stolen session cannot be used
 * to guess the password, and guesses at the sign-in do not lock the person out here.
 */
export async function verifyOwnPassword(
  { desk, staff: person }: SignedIn,
  password: string,
): Promise<'right' | 'wrong' | 'tooManyAttempts'> {
  const clientAddress = await readClientAddress();
  const attempt = await takeAttempt(desk, [{ whom: `password/${person.id}`, most: mostFailures }]);
  const audited = { staffId: person.id, means: 'password', browser: { deviceId: null, clientAddress } } as const;
  if (!attempt) {
    await auditSignIn(desk.db, desk, { ...audited, action: 'signInLocked' });
    return 'tooManyAttempts';
  }
  if (!(await verifyPassword(person.passwordHash, password))) {
    await auditSignIn(desk.db, desk, { ...audited, action: 'signInFailed' });
    return 'wrong';
  }
  await forgetAttempt(desk, attempt);
  return 'right';
}
