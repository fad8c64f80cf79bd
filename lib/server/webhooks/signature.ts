import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a sender after Standard Webhooks says beside its body, as its headers stand. */
export interface Signature {
  /** `webhook-id` */
  id: string | null;
  /** `webhook-timestamp`, in seconds */
  timestamp: string | null;
  /** `webhook-signature`: versions and signatures, divided by spaces. Null where the sender signs nothing. */
  signatures: string | null;
}

/**
 * Shorter than a delivery is remembered, by whose id a repeat is known. Not the five minutes of the standard: a desk whose
 * clock is wrong would hear of nothing any more.
 */
const longestAgeMs = 7 * 24 * 3_600_000;

/**
 * Whether a body was signed with the secret of its webhook, where it was signed at all. The key is the secret as text, or
 * what `whsec_` introduces in base64.
 * @param now epoch milliseconds
 */
export function isSignedOrBare(
  { id, timestamp, signatures }: Signature,
  body: string,
  secret: string,
  now: number,
): boolean {
  if (signatures === null) return true;
  if (id === null || timestamp === null || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp) * 1_000) > longestAgeMs) return false;
  const expected = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(' ').some((entry) => {
    const [version, signature = ''] = entry.split(',', 2);
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
  });
}

function keyOf(secret: string): Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret);
}
