import 'server-only';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { lt } from 'drizzle-orm';
import { cookies } from 'next/headers';
import { cookieNamed } from '#lib/server/auth/browser/cookie-named.ts';
import { keepInBrowser } from '#lib/server/auth/browser/keep-in-browser.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { usedChallenges } from '#lib/server/db/schema/staff.ts';

export const challengeMs = 5 * 60_000;

/** What a challenge is for: an answer to it is accepted for nothing else. */
export interface ChallengePurpose {
  kind: 'addPasskey' | 'signIn' | 'reauthenticate' | 'callManager';
  /** The session, or the decision of a tap, that it is for; empty for a sign-in. */
  of: string;
}

type Signing = Pick<DeskContext, 'secret' | 'clock' | 'url'>;

const macOf = ({ secret }: Signing, { kind, of }: ChallengePurpose, text: string): Buffer =>
  createHmac('sha256', secret).update(`challenge/${kind}/${of}/${text}`).digest();

/** Two windows of one browser may ask at the same time: each question has a cookie of its own. */
const cookieOf = ({ kind, of }: ChallengePurpose): string => {
  if (of === '') return `challenge-${kind}`;
  return `challenge-${kind}-${createHash('sha256').update(of).digest('base64url').slice(0, 8)}`;
};

/**
 * Creates a challenge, which a signed cookie binds to this browser and its purpose. Nothing is stored until it is answered
 * correctly: strangers who ask for challenges fill no table.
 */
export async function issueChallenge(desk: Signing, purpose: ChallengePurpose): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const text = `${challenge}.${desk.clock() + challengeMs}`;
  const value = `${text}.${macOf(desk, purpose, text).toString('base64url')}`;
  await keepInBrowser(cookieOf(purpose), value, challengeMs / 1_000);
  return challenge;
}

/** The challenge that this browser was given for a purpose. @returns null for none, or one that has expired */
export async function readChallenge(desk: Signing, purpose: ChallengePurpose): Promise<string | null> {
  const { name } = cookieNamed(cookieOf(purpose));
  const [challenge = '', expiresAt = '', mac = ''] = (await cookies()).get(name)?.value.split('.') ?? [];
  const given = Buffer.from(mac, 'base64url');
  const expected = macOf(desk, purpose, `${challenge}.${expiresAt}`);
  if (given.length !== expected.length || !timingSafeEqual(expected, given)) return null;
  const leftMs = Number(expiresAt) - desk.clock();
  return leftMs > 0 && leftMs <= challengeMs ? challenge : null;
}

/** Marks a challenge as used, in the transaction that accepts its answer. @returns false where it was used before */
export async function consumeChallenge(
  tx: Queryable,
  { clock }: Pick<DeskContext, 'clock'>,
  challenge: string,
): Promise<boolean> {
  const now = clock();
  await tx.delete(usedChallenges).where(lt(usedChallenges.expiresAt, new Date(now)));
  const digest = createHash('sha256').update(challenge).digest('base64url');
  const used = await tx
    .insert(usedChallenges)
    .values({ digest, expiresAt: new Date(now + challengeMs) })
    .onConflictDoNothing()
    .returning({ digest: usedChallenges.digest });
  return used.length > 0;
}
