import 'server-only';
import { dayMs } from '#shared/calendar/durations.ts';
import { hasSignature, isSigned, type Signature } from '#shared/webhook/signature.ts';

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

/**
 * Whether the signature of a body is valid, or there is none: some platforms sign nothing, or by another scheme, and send the secret
 * itself, which has been compared already.
 */
export const isSignedOrBare = (signature: Signature, signed: Signed): boolean =>
  !hasSignature(signature) || isSigned(signature, { ...signed, longestAgeMs });
