import { createHmac } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { aheadFrom } from '#shared/database/ahead.ts';
import type { Browser } from './browser.ts';
import { networkOf } from './client-address.ts';

export const failureWindowMs = 15 * 60_000;
/** For one person, in a known browser or from one network. */
export const mostFailures = 10;
/** A gym's computers may have one address in common, and a browser several people. */
export const mostFailuresOfAll = 30;
/** For one person, from everywhere or in all browsers known for them: who asks from ten of either guesses no faster for it. */
const mostFailuresFromEverywhere = 100;

/** So many failures within `failureWindowMs`, and no more. */
export interface AttemptLimit {
  /** Whom or what they are counted for. Only a keyed digest of it is kept: it may be anything that was typed. */
  whom: string;
  most: number;
}

/** One attempt that counts as failed until it is known to have succeeded. */
export interface Attempt {
  ids: readonly string[];
}

/**
 * What a sign-in by password is counted for, that of the person in this browser or from this network first. Browsers in which
 * the person has signed in before are counted apart from all others: what strangers do locks nobody out there, and nobody
 * elsewhere unless they ask from ten networks.
 */
export function limitsOf(address: string, { deviceId, clientAddress }: Browser): [AttemptLimit, ...AttemptLimit[]] {
  if (deviceId !== null) {
    return [
      { whom: `at/${deviceId}/${address}`, most: mostFailures },
      { whom: `at/${deviceId}`, most: mostFailuresOfAll },
      { whom: `known/${address}`, most: mostFailuresFromEverywhere },
    ];
  }
  const network = networkOf(clientAddress);
  return [
    { whom: `from/${network}/${address}`, most: mostFailures },
    { whom: `from/${network}`, most: mostFailuresOfAll },
    { whom: address, most: mostFailuresFromEverywhere },
  ];
}

export const digestOfAttempt = (secret: string, whom: string): string =>
  createHmac('sha256', secret).update(`sign-in/${whom}`).digest('base64url');

interface FailureSpan {
  from: Date;
  until: SQL;
}

/** When failures that count were made: what is ahead of now, since a clock was set back, would count for as long as that was. */
export const failureSpanOf = (now: number): FailureSpan => ({
  from: new Date(now - failureWindowMs),
  until: aheadFrom(new Date(now)),
});

/** The failures that a program keeps, within a transaction. */
export interface FailureRows {
  /** Holds up whoever locks the same digest, until the transaction ends. */
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
 * Counts an attempt as failed before the password is looked at: of many at once, no more than the limits get through.
 * @returns null where one of the limits is reached
 */
export async function countAttempt(
  { secret, now, newId }: Counting,
  rows: FailureRows,
  limits: readonly AttemptLimit[],
): Promise<Attempt | null> {
  // always in the same order, so that no two wait for each other
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
