import { createHmac } from 'node:crypto';

interface SignedMessage {
  /** The same for every try of a delivery, so that a receiver can tell a repeated one. */
  id: string;
  at: Date;
  body: string;
  secret: string;
}

/**
 * Headers by which a receiver knows that a delivery is ours: the secret itself, and a signature after Standard
 * Webhooks. Its key is the secret as text, or what `whsec_` introduces in base64.
 */
export function toSignedHeaders({ id, at, body, secret }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', toKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'x-api-key': secret,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

const toKey = (secret: string): Buffer => {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret);
};
