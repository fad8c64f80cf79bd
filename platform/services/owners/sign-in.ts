import { eq } from 'drizzle-orm';
import { type Owner, owners } from '#platform/db/schema/owners.ts';
import { verifyPassword } from '#shared/password/password.ts';
import { limitsOf } from '#shared/sign-in/attempts.ts';
import { addressOf, type Browser } from '#shared/sign-in/browser.ts';
import { forgetAttempt, type SignInWork, takeAttempt } from './attempts.ts';
import { startSession } from './sessions.ts';

/** `token` is the new session's, for the browser. `ownerId`, if known, is for the log only. */
type SignInAnswer =
  | { kind: 'signedIn'; token: string; ownerId: string }
  | { kind: 'wrong'; ownerId?: string | undefined }
  | { kind: 'tooManyAttempts' };

/**
 * Checks e-mail and password. An unknown address and a wrong password get the same response. After too many failures
 * from this browser or network, an address is locked there, known or not, until the oldest failure leaves the window.
 */
export async function signInOwner(
  work: SignInWork,
  { email, password }: { email: string; password: string },
  browser: Browser,
): Promise<SignInAnswer> {
  const limits = limitsOf(addressOf(email), browser);
  const attempt = await takeAttempt(work, limits);
  if (!attempt) return { kind: 'tooManyAttempts' };
  const owner = await findOwner(work, addressOf(email));
  const fits = await verifyPassword(owner?.passwordHash, password);
  if (!fits || !owner) return { kind: 'wrong', ownerId: owner?.ownerId };
  await forgetAttempt(work, attempt, limits[0].whom);
  return signIn(work, owner);
}

/**
 * Signs in without a password.
 * @returns undefined if the link was used, was never issued, or its owner no longer exists
 */
export async function signInByLink(work: SignInWork, token: string): Promise<string | undefined> {
  const email = work.rules.signInLink?.redeem(token);
  const owner = email === undefined ? undefined : await findOwner(work, email);
  if (!owner) return undefined;
  const answer = await signIn(work, owner);
  return answer.kind === 'signedIn' ? answer.token : undefined;
}

async function findOwner({ db }: SignInWork, email: string): Promise<Owner | undefined> {
  const [owner] = await db.transaction((sql) => sql.select().from(owners).where(eq(owners.email, email)));
  return owner;
}

/** Checks the password hash again: the password may have changed since it was verified. */
function signIn(work: SignInWork, { ownerId, passwordHash }: Owner): Promise<SignInAnswer> {
  return work.db.transaction(async (sql) => {
    const [still] = await sql.select().from(owners).where(eq(owners.ownerId, ownerId)).for('share');
    if (!still || still.passwordHash !== passwordHash) return { kind: 'wrong' };
    return { kind: 'signedIn', ownerId, token: await startSession(sql, work, ownerId) };
  });
}
