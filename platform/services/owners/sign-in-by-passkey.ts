import { limitsOf, passkeyLimitOf } from '#shared/sign-in/attempts.ts';
import type { Browser } from '#shared/sign-in/browser.ts';
import { acceptPasskey, type GivenProof } from './accept-passkey.ts';
import { forgetAttempt, type SignInWork, takeAttempt } from './attempts.ts';
import { forgetEnrolment } from './enrolment.ts';
import { startSession } from './sessions.ts';
import type { SignInAnswer } from './sign-in.ts';

/**
 * Signs in by a passkey, alone or after the password. Failures are counted with those of passwords of this browser or network, but
 * not for an owner: a signature cannot be guessed, and nobody may lock another person's passkey.
 */
export async function signInByPasskey(
  work: SignInWork,
  given: GivenProof & { browserName: string | null },
  browser: Browser,
): Promise<SignInAnswer> {
  const attempt = await takeAttempt(work, [passkeyLimitOf(browser)]);
  if (!attempt) return { kind: 'tooManyAttempts' };
  const signedIn = await acceptPasskey(work, given, async (sql, { ownerId, email }) => {
    // otherwise a period from under another host name would count once the passkey no longer does
    await forgetEnrolment(sql, ownerId);
    const browser = given.browserName;
    const token = await startSession(sql, work, { ownerId, browser, hasAuthenticated: true, isOneFactor: false });
    return { ownerId, email, token };
  });
  if (!signedIn) return { kind: 'wrong' };
  // the password may have come first, whether or not the browser was known for the owner then
  const { clientAddress } = browser;
  for (const from of [browser, { deviceId: null, clientAddress }]) {
    await forgetAttempt(work, attempt, limitsOf(signedIn.email, from)[0].whom);
  }
  return { kind: 'signedIn', ...signedIn, lacksPasskey: false };
}
