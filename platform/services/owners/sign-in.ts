import { eq } from 'drizzle-orm';
import { type Owner, owners } from '#platform/db/schema/owners.ts';
import { verifyPassword } from '#shared/password/password.ts';
import { limitsOf } from '#shared/sign-in/attempts.ts';
import { addressOf, type Browser } from '#shared/sign-in/browser.ts';
import { forgetAttempt, type SignInWork, takeAttempt } from './attempts.ts';
import { beginEnrolment, lacksPasskey } from './enrolment.ts';
import { listUsablePasskeys } from './passkeys.ts';
import { startSession } from './sessions.ts';

/** `token` is the new session's, for the browser. `lacksPasskey`: the owner has to add one. `ownerId`, if known, is for the log only. */
export type SignInAnswer =
  | { kind: 'signedIn'; token: string; ownerId: string; email: string; lacksPasskey: boolean }
  | { kind: 'wrong'; ownerId?: string | undefined }
  /** The password is right, and the owner has a passkey, which is needed too. */
  | { kind: 'passkeyNeeded'; ownerId: string }
  | { kind: 'tooManyAttempts' };

interface Attempted {
  email: string;
  password: string;
  /** See `NewSession`. */
  browserName: string | null;
  /** Whether it is at an address where a passkey can be required. */
  canRequirePasskey: boolean;
}

/**
 * Checks e-mail and password; an owner with a passkey needs it too (`signInByPasskey`). An unknown address and a wrong password get
 * the same response. After too many failures from this browser or network, an address is locked there, known or not, until the
 * oldest failure leaves the window.
 */
export async function signInOwner(
  work: SignInWork,
  { email, password, browserName, canRequirePasskey }: Attempted,
  browser: Browser,
): Promise<SignInAnswer> {
  const limits = limitsOf(addressOf(email), browser);
  const attempt = await takeAttempt(work, limits);
  if (!attempt) return { kind: 'tooManyAttempts' };
  const owner = await findOwner(work, addressOf(email));
  const fits = await verifyPassword(owner?.passwordHash, password);
  if (!fits || !owner) return { kind: 'wrong', ownerId: owner?.ownerId };
  const passkeys = await work.db.read((sql) => listUsablePasskeys(sql, work.rules, owner));
  // otherwise a stolen password would be enough; it counts as failed until the passkey follows
  if (passkeys.length > 0) return { kind: 'passkeyNeeded', ownerId: owner.ownerId };
  await forgetAttempt(work, attempt, limits[0].whom);
  return signIn(work, owner, {
    browser: browserName,
    hasAuthenticated: true,
    isOneFactor: canRequirePasskey,
  });
}

/**
 * Signs in without a password.
 * @returns undefined if the link was used, was never issued, or its owner no longer exists
 */
export async function signInByLink(
  work: SignInWork,
  token: string,
  browser: string | null,
): Promise<string | undefined> {
  const email = await work.rules.redeemLink?.(token);
  const owner = email === undefined ? undefined : await findOwner(work, email);
  if (!owner) return undefined;
  const answer = await signIn(work, owner, { browser, hasAuthenticated: false, isOneFactor: false });
  return answer.kind === 'signedIn' ? answer.token : undefined;
}

async function findOwner({ db }: SignInWork, email: string): Promise<Owner | undefined> {
  const [owner] = await db.read((sql) => sql.select().from(owners).where(eq(owners.email, email)));
  return owner;
}

/**
 * Checks the password hash again: the password may have changed since it was verified. Two sign-ins wait for each other, since both
 * may begin the period for a passkey.
 */
function signIn(
  work: SignInWork,
  { ownerId, chainId, passwordHash }: Owner,
  session: { browser: string | null; hasAuthenticated: boolean; isOneFactor: boolean },
): Promise<SignInAnswer> {
  return work.db.chain(chainId).transaction(async (sql) => {
    const [still] = await sql.select().from(owners).where(eq(owners.ownerId, ownerId)).for('no key update');
    if (!still || still.passwordHash !== passwordHash) return { kind: 'wrong' };
    const { email } = still;
    const lacking = session.isOneFactor && (await lacksPasskey(sql, work.rules, still));
    if (lacking) await beginEnrolment(sql, still, work.clock());
    const token = await startSession(sql, work, { ownerId, ...session });
    return { kind: 'signedIn', ownerId, email, token, lacksPasskey: lacking };
  });
}
