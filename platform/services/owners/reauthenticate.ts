import { isRecentlyAuthenticated } from '#shared/session/session-rules.ts';
import { acceptPasskey, type GivenProof } from './accept-passkey.ts';
import type { SignInWork } from './attempts.ts';
import { listUsablePasskeys } from './passkeys.ts';
import { noteAuthentication, type SignedInOwner } from './sessions.ts';
import { forgetOwnAttempt, takeOwnAttempt, verifyOwnPassword } from './verify-own-password.ts';

/** How an owner may prove who they are. */
export interface Means {
  hasPassword: boolean;
  hasPasskey: boolean;
}

/**
 * How the owner of a session has to prove again who they are, before giving somebody access.
 * @returns null where they did within the last minutes, or have nothing to prove it with: an owner who comes by a link of the
 * sandbox has neither password nor passkey
 */
export async function findMissingProof(
  { db, clock, rules }: Pick<SignInWork, 'db' | 'clock' | 'rules'>,
  owner: SignedInOwner,
): Promise<Means | null> {
  if (isRecentlyAuthenticated(owner.session.authenticatedAt, clock().getTime())) return null;
  const passkeys = await db.read((sql) => listUsablePasskeys(sql, rules, owner));
  const means = { hasPassword: owner.hasPassword, hasPasskey: passkeys.length > 0 };
  return means.hasPassword || means.hasPasskey ? means : null;
}

type ProofOutcome = 'confirmed' | 'wrong' | 'tooManyAttempts';

/** Proves again who sits at this session, for the next minutes. */
export async function reauthenticate(
  work: SignInWork,
  owner: SignedInOwner,
  given: { password: string } | GivenProof,
): Promise<ProofOutcome> {
  const outcome =
    'password' in given ? await byPassword(work, owner, given.password) : await byPasskey(work, owner, given);
  const by = 'password' in given ? 'password' : 'passkey';
  work.log.info({ ownerId: owner.ownerId, by, outcome }, 'an owner was asked again who they are');
  return outcome;
}

async function byPassword(work: SignInWork, owner: SignedInOwner, password: string): Promise<ProofOutcome> {
  const answer = await verifyOwnPassword(work, owner, password);
  if (typeof answer === 'string') return answer;
  await work.db.transaction((sql) => noteAuthentication(sql, owner.session, work.clock()));
  return 'confirmed';
}

async function byPasskey(work: SignInWork, owner: SignedInOwner, given: GivenProof): Promise<ProofOutcome> {
  const attempt = await takeOwnAttempt(work, owner);
  if (!attempt) return 'tooManyAttempts';
  const used = await acceptPasskey(work, given, async (sql, { ownerId }) => {
    if (ownerId !== owner.ownerId) return null;
    await noteAuthentication(sql, owner.session, work.clock());
    return ownerId;
  });
  if (used === null) return 'wrong';
  await forgetOwnAttempt(work, owner, attempt);
  return 'confirmed';
}
