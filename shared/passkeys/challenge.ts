import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

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

/** What the names of the cookies of a purpose begin with. */
export const beginningOfCookies = ({ kind }: Pick<ChallengePurpose, 'kind'>): string => `challenge-${kind}-`;

/** The name of its cookie. Two windows of one browser may ask at the same time: each question has a cookie of its own. */
const cookieOf = (purpose: ChallengePurpose, challenge: string): string =>
  `${beginningOfCookies(purpose)}${challenge.slice(0, 8)}`;

/** The response of an authenticator, which contains the challenge that it signed. */
interface Answer {
  response: { clientDataJSON: string };
}

const clientData = z.object({ challenge: z.string().regex(/^[\w-]{43}$/) });

/** The name of the cookie of the question that an answer is to. @returns null for what is no answer */
export function cookieOfAnswer(purpose: ChallengePurpose, answer: Answer | null): string | null {
  try {
    const text = Buffer.from(answer?.response.clientDataJSON ?? '', 'base64url').toString();
    return cookieOf(purpose, clientData.parse(JSON.parse(text)).challenge);
  } catch {
    return null;
  }
}

/** Questions of one purpose that a browser keeps at a time: a header has no room for any number of cookies. */
const mostQuestions = 4;

/** The cookies that give way to a new question, oldest questions first. @param kept those of the purpose */
export function crowdedCookies(kept: readonly { name: string; value: string }[]): string[] {
  const expiryOf = ({ value }: { value: string }) => Number(value.split('.')[1]) || 0;
  const newestFirst = kept.toSorted((one, other) => expiryOf(other) - expiryOf(one));
  return newestFirst.slice(mostQuestions - 1).map(({ name }) => name);
}

/**
 * Creates a challenge. Its cookie binds it to this browser and its purpose. Nothing is stored until it is answered correctly:
 * strangers who ask for challenges fill no table.
 */
export function createChallenge(
  signing: Signing,
  purpose: ChallengePurpose,
): { challenge: string; cookie: { name: string; value: string } } {
  const challenge = randomBytes(32).toString('base64url');
  const text = `${challenge}.${signing.clock() + challengeMs}`;
  const value = `${text}.${macOf(signing, purpose, text).toString('base64url')}`;
  return { challenge, cookie: { name: cookieOf(purpose, challenge), value } };
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
