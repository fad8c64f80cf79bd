import 'server-only';
import { forgetAttempt, forgetFailures, takeAttempt } from '#lib/server/auth/password/attempts.ts';
import { inLane } from '#lib/server/auth/password/sign-in-lanes.ts';
import { auditSignIn } from '#lib/server/auth/session/audit-sign-in.ts';
import type { SignInAnswer } from '#lib/server/auth/session/sign-in-answer.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { limitsOf, passkeyLimitOf } from '#shared/sign-in/attempts.ts';
import type { Browser } from '#shared/sign-in/browser.ts';
import type { PasskeyProof, PasskeyQuestion } from '#shared/webauthn/messages.ts';
import { askForPasskey } from './ask-for-passkey.ts';
import type { ChallengePurpose } from './challenge.ts';
import { verifyPasskey } from './verify-passkey.ts';

const purpose: ChallengePurpose = { kind: 'signIn', of: '' };

/** The same question for everybody: it names no person, so nobody learns who has an account. */
export const askAtSignIn = (desk: DeskContext): Promise<PasskeyQuestion> => askForPasskey(desk, { purpose });

type SigningIn = Pick<DeskContext, 'db' | 'clock' | 'newId' | 'secret' | 'url'>;

/**
 * Signs in by a passkey, alone or after the password. Failures are counted with those of passwords of this browser or network, but
 * not for a person: a signature cannot be guessed, and nobody may lock another person's passkey.
 */
export function signInByPasskey(
  desk: SigningIn,
  { proof, browser }: { proof: PasskeyProof; browser: Browser },
): Promise<SignInAnswer> {
  return inLane(browser, async () => {
    const { clientAddress } = browser;
    const attempt = await takeAttempt(desk, [passkeyLimitOf(browser)]);
    const audited = { staffId: null, means: 'passkey', browser } as const;
    if (!attempt) {
      await auditSignIn(desk.db, desk, { ...audited, action: 'signInLocked' });
      return { kind: 'tooManyAttempts' };
    }
    const used = await verifyPasskey(desk, { proof, purpose, clientAddress });
    if (!used) {
      await auditSignIn(desk.db, desk, { ...audited, action: 'signInFailed' });
      return { kind: 'wrong' };
    }
    await forgetAttempt(desk, attempt);
    // the password may have come first, whether or not the browser was known for the person then
    const before = [browser, { deviceId: null, clientAddress }].map((from) => limitsOf(used.staff.email, from)[0].whom);
    await forgetFailures(desk.db, desk, before);
    return { kind: 'signedIn', staff: used.staff };
  });
}
