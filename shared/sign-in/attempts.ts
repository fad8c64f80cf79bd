import { createHmac } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { aheadFrom } from '#shared/database/ahead.ts';
import type { Browser } from './browser.ts';
import { networkOf } from './client-address.ts';

export const failureWindowMs = 15 * 60_000;
/** For one person, in one known browser or from one network. */
export const mostFailures = 10;
/** For all people together: a gym's computers may share one address, and several people one browser. */
export const mostFailuresOfAll = 30;
/**
 * For one person, from all networks or in all browsers known for them: an attacker with ten of either cannot guess
 * faster.
 */
const mostFailuresFromEverywhere = 100;

/** Limits the failures within `failureWindowMs`. */
export interface AttemptLimit {
  /** What the failures are counted for. Only a keyed digest is stored: the text may be anything that was typed. */
  whom: string;
  most: number;
}

/** An attempt counts as failed until it is known to have succeeded. */
export interface Attempt {
  ids: readonly string[];
}

/**
 * The counters of a sign-in by password; the first is for the person in this browser or from this network. Browsers
 * in which the person has signed in before have their own counters. Strangers can therefore never lock a person out
 * of a known browser, and elsewhere only with attempts from ten networks.
 */
export function limitsOf(address: string, browser: Browser): [AttemptLimit, ...AttemptLimit[]] {
  const ofAll = passkeyLimitOf(browser);
  return [
    { whom: `${ofAll.whom}/${address}`, most: mostFailures },
    ofAll,
    { whom: browser.deviceId === null ? address : `known/${address}`, most: mostFailuresFromEverywhere },
  ];
}

/** The counter of a sign-in by passkey, which names nobody: failures of passwords of all people there are counted with it. */
export const passkeyLimitOf = ({ deviceId, clientAddress }: Browser): AttemptLimit => ({
  whom: deviceId === null ? `from/${networkOf(clientAddress)}` : `at/${deviceId}`,
  most: mostFailuresOfAll,
});

export const digestOfAttempt = (secret: string, whom: string): string =>
  createHmac('sha256', secret).update(`sign-in/${whom}`).digest('base64url');

interface FailureSpan {
  from: Date;
  until: SQL;
}

/**
 * The window of failures that count. A failure in the future was written before a clock was set back, and would
 * otherwise count until the clock catches up.
 */
export const failureSpanOf = (now: number): FailureSpan => ({
  from: new Date(now - failureWindowMs),
  until: aheadFrom(new Date(now)),
});

/** The stored failures of a program, within a transaction. */
export interface FailureRows {
  /** Blocks other transactions that lock the same digest, until this one ends. */
  lock(digest: string): Promise<unknown>;
  deleteOutside(span: FailureSpan): Promise<unknown>;
  count(digests: readonly string[]): Promise<{ digest: string; failures: number }[]>;
  add(rows: { id: string; digest: string; failedAt: Date }[]): Promise<unknown>;
}

interface Counting {
  secret: string;
  /** Milliseconds since the epoch. */
  now: number;
  newId(): string;
}

/**
 * Counts an attempt as failed before the password is checked, so that concurrent attempts cannot exceed the limits.
 * @returns null if a limit is reached
 */
export async function countAttempt(
  { secret, now, newId }: Counting,
  rows: FailureRows,
  limits: readonly AttemptLimit[],
): Promise<Attempt | null> {
  // always lock in the same order, to avoid deadlocks
  const counted = limits.map(({ whom, most }) => ({ digest: digestOfAttempt(secret, whom), most })).sort(byDigest);
  for (const { digest } of counted) await rows.lock(digest);
  await rows.deleteOutside(failureSpanOf(now));
  const found = await rows.count(counted.map(({ digest }) => digest));
  const failuresOf = new Map(found.map(({ digest, failures }) => [digest, failures]));
  if (counted.some(({ digest, most }) => (failuresOf.get(digest) ?? 0) >= most)) return null;
  const added = counted.map(({ digest }) => ({ id: newId(), digest, failedAt: new Date(now) }));
  await rows.add(added);
  return { ids: added.map(({ id }) => id) };
}

const byDigest = (a: { digest: string }, b: { digest: string }) => (a.digest < b.digest ? -1 : 1);
