import 'server-only';
import { readClientAddress } from '#lib/server/auth/browser/browser.ts';
import type { SignedIn } from '#lib/server/auth/load-staff.ts';
import { forgetAttempt, takeAttempt } from '#lib/server/auth/password/attempts.ts';
import { auditSignIn } from '#lib/server/auth/session/audit-sign-in.ts';
import { verifyPassword } from '#shared/password/password.ts';
import { type Attempt, mostFailures } from '#shared/sign-in/attempts.ts';

export type OwnAnswer = 'right' | 'wrong' | 'tooManyAttempts';

/**
 * Counts an attempt of a signed-in person to enter their own password as failed until it is known to be right, separately from sign-ins: a stolen session cannot be
 * used to guess the password, and guesses at the sign-in do not lock the person out here.
 * @returns null after too many failures
 */
export async function takeOwnAttempt(
  { desk, staff: person }: SignedIn,
  { means, clientAddress }: { means: 'password' | 'passkey'; clientAddress: string },
): Promise<Attempt | null> {
  const attempt = await takeAttempt(desk, [{ whom: `password/${person.id}`, most: mostFailures }]);
  if (attempt) return attempt;
  const browser = { deviceId: null, clientAddress };
  await auditSignIn(desk.db, desk, { action: 'signInLocked', staffId: person.id, means, browser });
  return null;
}

/** Verifies the password of a signed-in person. */
export async function verifyOwnPassword(context: SignedIn, password: string): Promise<OwnAnswer> {
  const { desk, staff: person } = context;
  const clientAddress = await readClientAddress();
  const attempt = await takeOwnAttempt(context, { means: 'password', clientAddress });
  if (!attempt) return 'tooManyAttempts';
  if (!(await verifyPassword(person.passwordHash, password))) {
    const browser = { deviceId: null, clientAddress };
    await auditSignIn(desk.db, desk, { action: 'signInFailed', staffId: person.id, means: 'password', browser });
    return 'wrong';
  }
  await forgetAttempt(desk, attempt);
  return 'right';
}
