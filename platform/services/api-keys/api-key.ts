import { hash } from 'node:crypto';
import type { Ids } from '#platform/base/clock-and-ids.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const keyPattern = /^fdk_([a-z2-7]{10})_([a-z2-7]{32})$/;

interface ApiKeyParts {
  /** Identifies the key; not secret. */
  keyId: string;
  secretHash: Buffer;
}

/** A new key, `fdk_<id>_<160 random bits>`. Only the hash of the secret is kept. */
export function mintApiKey(ids: Ids): ApiKeyParts & { apiKey: string } {
  const keyId = base32(ids.bytes(7)).slice(0, 10);
  const secret = base32(ids.bytes(20));
  return { keyId, secretHash: sha256(secret), apiKey: `fdk_${keyId}_${secret}` };
}

/** @returns undefined if the text does not have the form of a key of this platform */
export function readApiKey(presented: string): ApiKeyParts | undefined {
  const [, keyId, secret] = keyPattern.exec(presented) ?? [];
  return keyId && secret ? { keyId, secretHash: sha256(secret) } : undefined;
}

export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
}
