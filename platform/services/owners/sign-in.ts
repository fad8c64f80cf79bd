import { eq } from 'drizzle-orm';
import { type Owner, owners } from '#platform/db/schema/owners.ts';
import { verifyPassword } from '#shared/password/password.ts';
import { limitsOf } from '#shared/sign-in/attempts.ts';
import { addressOf, type Browser } from '#shared/sign-in/browser.ts';
import { forgetAttempt, type SignInWork, takeAttempt } from './attempts.ts';
import { startSession } from './sessions.ts';

/** `token` is what the browser keeps from now on; `ownerId`, where it is known, is for the log alone. */
type SignInAnswer =
  | { kind: 'signedIn'; token: string; ownerId: string }
  | { kind: 'wrong'; ownerId?: string | undefined }
  | { kind: 'tooManyAttempts' };

/**
 * Checks e-mail and password. An unknown address and a wrong password get one answer; after too many failures in this browser
 * or from this network an address, known or not, is locked there until the oldest of them is past.
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

/** Signs in without a password. @returns undefined for a link that was used, was never one, or leads to an owner there is not */
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

/** The password may have been changed since it was checked: then it is the old one. */
function signIn(work: SignInWork, { ownerId, passwordHash }: Owner): Promise<SignInAnswer> {
  return work.db.transaction(async (sql) => {
    const [still] = await sql.select().from(owners).where(eq(owners.ownerId, ownerId)).for('share');
    if (!still || still.passwordHash !== passwordHash) return { kind: 'wrong' };
    return { kind: 'signedIn', ownerId, token: await startSession(sql, work, ownerId) };
  });
}
