import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a sender after Standard Webhooks says beside the body of a delivery, as its headers stand; null for one that is missing. */
export interface Signature {
  /** `webhook-id`: the same for every try of a delivery, so that a receiver can tell a repeated one. */
  id: string | null;
  /** `webhook-timestamp`, in seconds since 1970 */
  timestamp: string | null;
  /** `webhook-signature`: versions and signatures, divided by spaces */
  signatures: string | null;
}

interface Delivery {
  id: string;
  at: Date;
  /** As it is sent, byte for byte. */
  body: string;
  /** The key is the secret as text, or what `whsec_` introduces in base64. */
  secret: string;
}

/** Signs a delivery: HMAC-SHA-256 over id, time and body, as the headers that go with it. */
export function signDelivery({ id, at, body, secret }: Delivery) {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = digestOf(secret, id, timestamp, body).toString('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

interface Received {
  body: string;
  secret: string;
  /** Epoch milliseconds. */
  now: number;
  /** How far its time may be from now, either way. */
  longestAgeMs: number;
}

/** Whether one of the signatures of a delivery is good. Versions that are not known count for nothing. */
export function isSigned(
  { id, timestamp, signatures }: Signature,
  { body, secret, now, longestAgeMs }: Received,
): boolean {
  if (signatures === null || id === null || timestamp === null || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp) * 1_000) > longestAgeMs) return false;
  const expected = digestOf(secret, id, timestamp, body);
  return signatures.split(' ').some((entry) => {
    const [version, signature = ''] = entry.split(',', 2);
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
  });
}

const digestOf = (secret: string, id: string, timestamp: string, body: string): Buffer =>
  createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest();

function keyOf(secret: string): Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret);
}
