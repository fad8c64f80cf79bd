import { eq } from 'drizzle-orm';
import { type Owner, owners } from '#platform/db/schema/owners.ts';
import { verifyPassword } from '#shared/password/password.ts';
import { type Attempt, mostFailures } from '#shared/sign-in/attempts.ts';
import { forgetAttempt, type SignInWork, takeAttempt } from './attempts.ts';
import type { SignedInOwner } from './sessions.ts';

const whomOf = ({ ownerId }: SignedInOwner) => `password/${ownerId}`;

/**
 * Counts a proof of a signed-in owner as failed until it is known to be right, separately from sign-ins: a stolen session cannot be
 * used to guess the password, and guesses at the sign-in do not lock the owner out here.
 * @returns null after too many failures
 */
export const takeOwnAttempt = (work: SignInWork, owner: SignedInOwner): Promise<Attempt | null> =>
  takeAttempt(work, [{ whom: whomOf(owner), most: mostFailures }]);

export const forgetOwnAttempt = (work: SignInWork, owner: SignedInOwner, attempt: Attempt): Promise<unknown> =>
  forgetAttempt(work, attempt, whomOf(owner));

/** Verifies the password of a signed-in owner. @returns their row, if it is right */
export async function verifyOwnPassword(
  work: SignInWork,
  signedIn: SignedInOwner,
  password: string,
): Promise<Owner | 'wrong' | 'tooManyAttempts'> {
  const attempt = await takeOwnAttempt(work, signedIn);
  if (!attempt) return 'tooManyAttempts';
  const [owner] = await work.db.read((sql) => sql.select().from(owners).where(eq(owners.ownerId, signedIn.ownerId)));
  if (!owner || !(await verifyPassword(owner.passwordHash, password))) return 'wrong';
  await forgetOwnAttempt(work, signedIn, attempt);
  return owner;
}
