import { createHmac, timingSafeEqual } from 'node:crypto';

/** The headers of a delivery after Standard Webhooks; null for a missing one. */
export interface Signature {
  /** `webhook-id`: the same for every attempt of a delivery, so that a receiver can detect duplicates. */
  id: string | null;
  /** `webhook-timestamp`, in seconds since 1970 */
  timestamp: string | null;
  /** `webhook-signature`: versions and signatures, separated by spaces */
  signatures: string | null;
}

interface Delivery {
  id: string;
  at: Date;
  /** The exact bytes that are sent. */
  body: string;
  /** The key is the secret as text, or the base64 text after `whsec_`. */
  secret: string;
}

/** Signs a delivery: HMAC-SHA-256 over id, time and body. Returns the headers. */
export function signDelivery({ id, at, body, secret }: Delivery) {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = digestOf(keyOf(secret), id, timestamp, body).toString('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

interface Received {
  body: string;
  secret: string;
  /** Epoch milliseconds. */
  now: number;
  /** Maximum difference between its time and now, in both directions. */
  longestAgeMs: number;
}

/** Whether a delivery has a signature that {@link isSigned} can verify, valid or not. Other senders use the header for theirs. */
export const hasSignature = ({ signatures }: Pick<Signature, 'signatures'>): boolean =>
  entriesOf(signatures).some((entry) => entry.startsWith(`${version},`));

/** Whether one of the signatures of a delivery is valid. Unknown versions are ignored. */
export function isSigned(
  { id, timestamp, signatures }: Signature,
  { body, secret, now, longestAgeMs }: Received,
): boolean {
  if (signatures === null || id === null || timestamp === null || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp) * 1_000) > longestAgeMs) return false;
  const expected = keysOf(secret).map((key) => digestOf(key, id, timestamp, body));
  return entriesOf(signatures).some((entry) => {
    const [of, signature = ''] = entry.split(',', 2);
    const given = Buffer.from(signature, 'base64');
    return of === version && expected.some((one) => given.byteLength === one.byteLength && timingSafeEqual(given, one));
  });
}

const version = 'v1';

const entriesOf = (signatures: string | null): string[] => signatures?.split(' ') ?? [];

const digestOf = (key: Buffer, id: string, timestamp: string, body: string): Buffer =>
  createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();

function keyOf(secret: string): Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret);
}

/**
 * The keys that a sender may derive from a secret: its text, or the bytes it encodes. Libraries of the standard decode every secret,
 * with `whsec_` or without, and other senders decode none.
 */
function keysOf(secret: string): Buffer[] {
  const encoded = /^(?:whsec_)?([A-Za-z0-9+/_-]+={0,2})$/.exec(secret)?.[1];
  return [Buffer.from(secret), ...(encoded ? [Buffer.from(encoded, 'base64')] : [])];
}
