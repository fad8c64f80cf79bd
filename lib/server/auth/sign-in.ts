import 'server-only';
import { eq } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { verifyPassword } from '#shared/password/password.ts';
import { limitsOf } from '#shared/sign-in/attempts.ts';
import { addressOf, type Browser } from '#shared/sign-in/browser.ts';
import { hasPasskey } from './passkeys/find-passkeys.ts';
import { forgetAttempt, forgetFailures, takeAttempt } from './password/attempts.ts';
import { inLane } from './password/sign-in-lanes.ts';
import { auditSignIn } from './session/audit-sign-in.ts';
import type { SignInAnswer } from './session/sign-in-answer.ts';

type SigningIn = Pick<DeskContext, 'db' | 'clock' | 'newId' | 'secret' | 'url'>;

interface PasswordSignIn {
  email: string;
  password: string;
  browser: Browser;
}

/**
 * Checks e-mail and password; a person with a passkey needs it too (`signInByPasskey`). An unknown person, a wrong password and a disabled person get the same answer. After too many
 * failures an e-mail address, known or not, is locked until the oldest failure leaves the window.
 */
export function signInStaff(desk: SigningIn, attempted: PasswordSignIn): Promise<SignInAnswer> {
  return inLane(attempted.browser, () => check(desk, attempted));
}

async function check(desk: SigningIn, { email, password, browser }: PasswordSignIn): Promise<SignInAnswer> {
  const address = addressOf(email);
  const [ofPerson, ...others] = limitsOf(address, browser);
  const [person] = await desk.db.select().from(staff).where(eq(staff.email, address));
  const audited = { staffId: person?.id ?? null, means: 'password', browser } as const;
  const attempt = await takeAttempt(desk, [ofPerson, ...others]);
  if (!attempt) {
    await auditSignIn(desk.db, desk, { ...audited, action: 'signInLocked' });
    return { kind: 'tooManyAttempts' };
  }
  const fits = await verifyPassword(person?.passwordHash, password);
  if (!fits || !person || person.disabledAt) {
    await auditSignIn(desk.db, desk, { ...audited, action: 'signInFailed' });
    return { kind: 'wrong' };
  }
  // otherwise a stolen password would be enough, and the passkey protect nothing
  if (await hasPasskey(desk.db, desk, person.id)) {
    // counts as failed until the passkey follows
    await auditSignIn(desk.db, desk, { ...audited, action: 'signInFailed', means: 'passwordOnly' });
    return { kind: 'passkeyNeeded' };
  }
  await forgetAttempt(desk, attempt);
  await forgetFailures(desk.db, desk, ofPerson.whom);
  return { kind: 'signedIn', staff: person };
}
