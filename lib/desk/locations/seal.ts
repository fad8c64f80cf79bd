import 'server-only';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What is sealed: a sealed value opens only at the location and in the place it was sealed for. */
export interface SealContext {
  locationId: string;
  field: 'apiKey' | 'v1Token' | 'exportKey' | 'webhookSecret';
}

/** A sealed picture opens only as that of its member. */
export interface PhotoSealContext {
  locationId: string;
  field: 'photo';
  accountId: string;
}

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a credential for the database: AES-256-GCM under a key derived from DESK_SECRET. */
export function seal(plain: string, context: SealContext, secret: string): string {
  return `${version}.${encrypt(Buffer.from(plain), context, secret).toString('base64url')}`;
}

/** @throws Error where DESK_SECRET is another one, or the value belongs elsewhere or was changed */
export function unseal(sealed: string, context: SealContext, secret: string): string {
  const [foundVersion, encoded = ''] = sealed.split('.');
  const bytes = Buffer.from(encoded, 'base64url');
  if (foundVersion !== version || isTooShort(bytes)) throw new Error('This is no sealed value.');
  const plain = decrypt(bytes, context, secret);
  if (plain) return plain.toString();
  throw new Error(
    'A stored credential cannot be opened: DESK_SECRET is not the one it was stored under. ' +
      'Set DESK_SECRET to that one, or add the credential again.',
  );
}

/** Encrypts a picture for the database, as a credential is. */
export function sealPhoto(picture: Buffer, context: PhotoSealContext, secret: string): Buffer {
  return encrypt(picture, context, secret);
}

/** @returns null where DESK_SECRET is another one, or the picture is another member's or was changed */
export function unsealPhoto(sealed: Buffer, context: PhotoSealContext, secret: string): Buffer | null {
  return isTooShort(sealed) ? null : decrypt(sealed, context, secret);
}

function encrypt(plain: Buffer, context: SealContext | PhotoSealContext, secret: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret), iv).setAAD(associatedData(context));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @returns null where it does not open */
function decrypt(bytes: Buffer, context: SealContext | PhotoSealContext, secret: string): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret), bytes.subarray(0, ivBytes))
    .setAAD(associatedData(context))
    .setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}

const isTooShort = (bytes: Buffer) => bytes.length < ivBytes + tagBytes;

function associatedData(context: SealContext | PhotoSealContext): Buffer {
  const place = `${context.locationId}/${context.field}`;
  return Buffer.from(context.field === 'photo' ? `${place}/${context.accountId}` : place);
}

const deriveKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'front-desk credentials', 32));
