import 'server-only';
import { dayMs } from '#shared/calendar/durations.ts';
import { isSigned, type Signature } from '#shared/webhook/signature.ts';

/**
 * Shorter than a delivery is remembered, by whose id a repeat is known. Not the five minutes of the standard: a desk whose
 * clock is wrong would hear of nothing any more.
 */
const longestAgeMs = 7 * dayMs;

/**
 * Whether a body was signed with the secret of its webhook, where it was signed at all: some senders sign nothing, and are
 * known by the secret that they send along.
 * @param now epoch milliseconds
 */
export const isSignedOrBare = (signature: Signature, body: string, secret: string, now: number): boolean =>
  signature.signatures === null || isSigned(signature, { body, secret, now, longestAgeMs });
