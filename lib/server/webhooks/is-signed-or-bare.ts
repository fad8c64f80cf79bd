import 'server-only';
import { dayMs } from '#shared/calendar/durations.ts';
import { isSigned, type Signature } from '#shared/webhook/signature.ts';

/**
 * Shorter than the retention of deliveries, by whose ids replays are detected. Not the five minutes of the standard, which would
 * reject every delivery while the desk's clock is wrong.
 */
const longestAgeMs = 7 * dayMs;

interface Signed {
  body: string;
  /** The secret of the webhook. */
  secret: string;
  /** Epoch milliseconds. */
  now: number;
}

/** Whether the signature of a body is valid, or there is none: some platforms sign nothing, and send the secret itself. */
export const isSignedOrBare = (signature: Signature, signed: Signed): boolean =>
  signature.signatures === null || isSigned(signature, { ...signed, longestAgeMs });
