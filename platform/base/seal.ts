import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Ids } from './clock-and-ids.ts';

/** Keeps secrets that must be read again in a form that the database alone does not give away. */
export interface Seal {
  /** @param owner what the secret belongs to: sealed for one owner, it opens for no other */
  close(secret: string, owner: string): string;
  /** @throws where the text was changed, or sealed for another owner or under another key */
  open(sealed: string, owner: string): string;
}

const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1.';

/**
 * AES-256-GCM under a key derived from `secret`.
 * @param secret a random text of at least 32 characters; what it sealed is lost with it
 * @param previousSecret what it sealed still opens, while the secret is being changed
 */
export function createSeal(secret: string, ids: Ids, previousSecret?: string): Seal {
  const key = keyOf(secret);
  return {
    close: (text, owner) => {
      const nonce = ids.bytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return version + Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    open: (sealed, owner) => {
      if (!sealed.startsWith(version)) throw new Error('The sealed secret is of an unknown version.');
      const text = sealed.slice(version.length);
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.toString('base64url') !== text) throw new Error('The sealed secret is not base64url.'); // Buffer skips what is not
      try {
        return decrypt(bytes, owner, key);
      } catch (error) {
        if (previousSecret === undefined) throw error;
        return decrypt(bytes, owner, keyOf(previousSecret));
      }
    },
  };
}

const keyOf = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'front desk platform, secrets at rest', 32));

function decrypt(bytes: Buffer, owner: string, key: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
}
