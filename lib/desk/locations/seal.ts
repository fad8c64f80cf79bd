import 'server-only';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What is sealed: a sealed value opens only at the location and in the place it was sealed for. */
export interface SealContext {
  locationId: string;
  field: 'apiKey' | 'v1Token' | 'exportKey';
}

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a credential for the database: AES-256-GCM under a key derived from DESK_SECRET. */
export function seal(plain: string, context: SealContext, secret: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret), iv).setAAD(associatedData(context));
  const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${sealed.toString('base64url')}`;
}

/** @throws Error where DESK_SECRET is another one, or the value belongs elsewhere or was changed */
export function unseal(sealed: string, context: SealContext, secret: string): string {
  const [foundVersion, encoded = ''] = sealed.split('.');
  const bytes = Buffer.from(encoded, 'base64url');
  if (foundVersion !== version || bytes.length < ivBytes + tagBytes) throw new Error('This is no sealed value.');
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret), bytes.subarray(0, ivBytes))
    .setAAD(associatedData(context))
    .setAuthTag(bytes.subarray(-tagBytes));
  try {
    return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    throw new Error(
      'A stored credential cannot be opened: DESK_SECRET is not the one it was stored under. ' +
        'Set DESK_SECRET to that one, or add the credential again.',
    );
  }
}

const associatedData = ({ locationId, field }: SealContext) => Buffer.from(`${locationId}/${field}`);

const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'front-desk credentials', 32));
