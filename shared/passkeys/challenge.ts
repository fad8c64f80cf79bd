import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const challengeMs = 5 * 60_000;

/** What a challenge is for: an answer to it is accepted for nothing else. */
export interface ChallengePurpose {
  kind: string;
  /** What it is for in particular, such as a session; empty for a sign-in. */
  of: string;
}

interface Signing {
  secret: string;
  /** Milliseconds since the epoch. */
  clock: () => number;
}

const macOf = ({ secret }: Signing, { kind, of }: ChallengePurpose, text: string): Buffer =>
  createHmac('sha256', secret).update(`challenge/${kind}/${of}/${text}`).digest();

/** The name of its cookie. Two windows of one browser may ask at the same time: each question has a cookie of its own. */
export const cookieOfChallenge = ({ kind, of }: ChallengePurpose): string => {
  if (of === '') return `challenge-${kind}`;
  return `challenge-${kind}-${createHash('sha256').update(of).digest('base64url').slice(0, 8)}`;
};

/**
 * Creates a challenge. Its cookie binds it to this browser and its purpose. Nothing is stored until it is answered correctly:
 * strangers who ask for challenges fill no table.
 */
export function createChallenge(signing: Signing, purpose: ChallengePurpose): { challenge: string; cookie: string } {
  const challenge = randomBytes(32).toString('base64url');
  const text = `${challenge}.${signing.clock() + challengeMs}`;
  return { challenge, cookie: `${text}.${macOf(signing, purpose, text).toString('base64url')}` };
}

/**
 * The challenge that a browser was given for a purpose.
 * @param cookie its value, as the browser sent it
 * @returns null for none, or one that has expired
 */
export function readChallenge(signing: Signing, purpose: ChallengePurpose, cookie: string | undefined): string | null {
  const [challenge = '', expiresAt = '', mac = ''] = cookie?.split('.') ?? [];
  const given = Buffer.from(mac, 'base64url');
  const expected = macOf(signing, purpose, `${challenge}.${expiresAt}`);
  if (given.length !== expected.length || !timingSafeEqual(expected, given)) return null;
  const leftMs = Number(expiresAt) - signing.clock();
  return leftMs > 0 && leftMs <= challengeMs ? challenge : null;
}

/** The challenges of a program that were answered, within the transaction that accepts the answer. */
export interface UsedChallenges {
  deleteExpired(now: Date): Promise<unknown>;
  /** @returns false if it is there already */
  add(used: { digest: string; expiresAt: Date }): Promise<boolean>;
}

/** Marks a challenge as used. @returns false where it was used before */
export async function consumeChallenge(used: UsedChallenges, challenge: string, now: number): Promise<boolean> {
  await used.deleteExpired(new Date(now));
  const digest = createHash('sha256').update(challenge).digest('base64url');
  return used.add({ digest, expiresAt: new Date(now + challengeMs) });
}
