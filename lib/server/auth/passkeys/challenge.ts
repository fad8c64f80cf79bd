import 'server-only';
import { lt } from 'drizzle-orm';
import { cookies } from 'next/headers';
import { cookieNamed } from '#lib/server/auth/browser/cookie-named.ts';
import { keepInBrowser } from '#lib/server/auth/browser/keep-in-browser.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { usedChallenges } from '#lib/server/db/schema/staff.ts';
import * as shared from '#shared/passkeys/challenge.ts';
import type { NewPasskey, PasskeyProof } from '#shared/webauthn/messages.ts';

/** What a challenge of the desk is for. */
export interface ChallengePurpose extends shared.ChallengePurpose {
  kind: 'addPasskey' | 'signIn' | 'reauthenticate' | 'callManager';
}

type Signing = Pick<DeskContext, 'secret' | 'clock'>;

/** Creates a challenge, which a signed cookie binds to this browser and its purpose. */
export async function issueChallenge(desk: Signing, purpose: ChallengePurpose): Promise<string> {
  const { challenge, cookie } = shared.createChallenge(desk, purpose);
  await dropCrowded(purpose);
  await keepInBrowser(cookie.name, cookie.value, shared.challengeMs / 1_000);
  return challenge;
}

async function dropCrowded(purpose: ChallengePurpose): Promise<void> {
  const beginning = shared.beginningOfCookies(purpose);
  const { name: fullBeginning } = cookieNamed(beginning);
  const kept = (await cookies()).getAll().filter(({ name }) => name.startsWith(fullBeginning));
  for (const name of shared.crowdedCookies(kept)) {
    await keepInBrowser(`${beginning}${name.slice(fullBeginning.length)}`, '', 0);
  }
}

/** The challenge that an answer is to, if this browser was given it for this purpose. @returns null for one that has expired, too */
export async function readChallenge(
  desk: Signing,
  purpose: ChallengePurpose,
  answer: PasskeyProof | NewPasskey,
): Promise<string | null> {
  const cookie = shared.cookieOfAnswer(purpose, answer);
  if (cookie === null) return null;
  const { name } = cookieNamed(cookie);
  return shared.readChallenge(desk, purpose, (await cookies()).get(name)?.value);
}

/** Marks a challenge as used, in the transaction that accepts its answer. @returns false where it was used before */
export const consumeChallenge = (
  tx: Queryable,
  { clock }: Pick<DeskContext, 'clock'>,
  challenge: string,
): Promise<boolean> => shared.consumeChallenge(usedIn(tx), challenge, clock());

const usedIn = (tx: Queryable): shared.UsedChallenges => ({
  deleteExpired: (now) => tx.delete(usedChallenges).where(lt(usedChallenges.expiresAt, now)),
  add: async (used) =>
    (await tx.insert(usedChallenges).values(used).onConflictDoNothing().returning({ digest: usedChallenges.digest }))
      .length > 0,
});
