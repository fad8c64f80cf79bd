import 'server-only';
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What is sealed: a sealed value opens only at the location and in the place it was sealed for. */
export interface SealContext {
  /** `everywhere` for what is of no location. */
  locationId: string;
  field: 'apiKey' | 'v1Token' | 'exportKey' | 'webhookSecret' | 'badgeKey';
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

/**
 * @param previousSecret DESK_SECRET_PREVIOUS, where the secret is being changed
 * @throws Error where it was sealed under another secret, belongs elsewhere or was changed
 */
export function unseal(sealed: string, context: SealContext, secret: string, previousSecret?: string): string {
  const [foundVersion, encoded = ''] = sealed.split('.');
  const bytes = Buffer.from(encoded, 'base64url');
  if (foundVersion !== version || isTooShort(bytes)) throw new Error('This is no sealed value.');
  const plain = decryptWithEither(bytes, context, secret, previousSecret);
  if (plain) return plain.toString();
  throw new Error(
    'A stored credential cannot be opened: DESK_SECRET is not the one it was stored under. ' +
      'Set DESK_SECRET to that one, or DESK_SECRET_PREVIOUS where it is being changed.',
  );
}

/** Encrypts a picture for the database, as a credential is. */
export function sealPhoto(picture: Buffer, context: PhotoSealContext, secret: string): Buffer {
  return encrypt(picture, context, secret);
}

/** @returns null where it was sealed under another secret, or the picture is another member's or was changed */
export function unsealPhoto(
  sealed: Buffer,
  context: PhotoSealContext,
  secret: string,
  previousSecret?: string,
): Buffer | null {
  return isTooShort(sealed) ? null : decryptWithEither(sealed, context, secret, previousSecret);
}

function encrypt(plain: Buffer, context: SealContext | PhotoSealContext, secret: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret), iv).setAAD(associatedData(context));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decryptWithEither(
  bytes: Buffer,
  context: SealContext | PhotoSealContext,
  secret: string,
  previousSecret: string | undefined,
): Buffer | null {
  const opened = decrypt(bytes, context, secret);
  return opened ?? (previousSecret === undefined ? null : decrypt(bytes, context, previousSecret));
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
