import { and, eq } from 'drizzle-orm';
import { owners } from '#platform/db/schema/owners.ts';
import { hashPassword, verifyPassword } from '#shared/password/password.ts';
import { mostFailures } from '#shared/sign-in/attempts.ts';
import { forgetAttempt, type SignInWork, takeAttempt } from './attempts.ts';
import { type PasswordMistake, refusePassword } from './password.ts';
import { endSessionsOf, type SignedInOwner, startSession } from './sessions.ts';

/** `token` is that of the only session that remains. */
type PasswordAnswer = { kind: 'changed'; token: string } | { kind: 'wrong' | 'tooManyAttempts' | PasswordMistake };

/**
 * Counts wrong guesses separately from sign-ins. A stolen session therefore cannot be used to guess the password, and
 * guesses at sign-in do not lock out the owner here.
 */
export async function changePassword(
  work: SignInWork,
  { ownerId, chainId, email }: SignedInOwner,
  { current, next, gym }: { current: string; next: string; gym: string },
): Promise<PasswordAnswer> {
  const mistake = refusePassword(next, { email, gym });
  if (mistake) return { kind: mistake };
  const whom = `password/${ownerId}`;
  const attempt = await takeAttempt(work, [{ whom, most: mostFailures }]);
  if (!attempt) return { kind: 'tooManyAttempts' };
  const chain = work.db.chain(chainId);
  const [owner] = await chain.read((sql) => sql.select().from(owners).where(eq(owners.ownerId, ownerId)));
  if (!owner || !(await verifyPassword(owner.passwordHash, current))) return { kind: 'wrong' };
  await forgetAttempt(work, attempt, whom);
  const passwordHash = await hashPassword(next);
  const isStill = and(eq(owners.ownerId, ownerId), eq(owners.passwordHash, owner.passwordHash ?? ''));
  return chain.transaction(async (sql) => {
    const changed = await sql.update(owners).set({ passwordHash }).where(isStill).returning();
    if (changed.length === 0) return { kind: 'wrong' };
    await endSessionsOf(sql, ownerId);
    return { kind: 'changed', token: await startSession(sql, work, ownerId) };
  });
}
