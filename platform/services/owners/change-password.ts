import { and, eq } from 'drizzle-orm';
import { owners } from '#platform/db/schema/owners.ts';
import { hashPassword } from '#shared/password/password.ts';
import { type PasswordMistake, refusePassword } from '#shared/password/refuse-password.ts';
import type { SignInWork } from './attempts.ts';
import { endSessionsOf, type SignedInOwner, startSession } from './sessions.ts';
import { verifyOwnPassword } from './verify-own-password.ts';

/** `token` is that of the only session that remains. */
type PasswordAnswer = { kind: 'changed'; token: string } | { kind: 'wrong' | 'tooManyAttempts' | PasswordMistake };

interface PasswordChange {
  current: string;
  next: string;
  gym: string;
  browser: string | null;
}

/** Changes the owner's own password, ends all sessions, and starts a new one for this browser. */
export async function changePassword(
  work: SignInWork,
  signedIn: SignedInOwner,
  { current, next, gym, browser }: PasswordChange,
): Promise<PasswordAnswer> {
  const { ownerId, chainId, email, session } = signedIn;
  const mistake = await refusePassword(next, { person: [email], gyms: [gym] });
  if (mistake) return { kind: mistake };
  const owner = await verifyOwnPassword(work, signedIn, current);
  if (typeof owner === 'string') return { kind: owner };
  const passwordHash = await hashPassword(next);
  const isStill = and(eq(owners.ownerId, ownerId), eq(owners.passwordHash, owner.passwordHash ?? ''));
  return work.db.chain(chainId).transaction(async (sql) => {
    const changed = await sql.update(owners).set({ passwordHash }).where(isStill).returning();
    if (changed.length === 0) return { kind: 'wrong' };
    await endSessionsOf(sql, ownerId);
    // otherwise one change after the other would put off a required passkey for ever
    const { isOneFactor } = session;
    const token = await startSession(sql, work, { ownerId, browser, hasAuthenticated: true, isOneFactor });
    return { kind: 'changed', token };
  });
}
