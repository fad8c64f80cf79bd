import { createCipheriv, createDecipheriv, randomBytes as cryptoRandomBytes, hkdfSync } from 'node:crypto';

/** Encrypts secrets that must be read again, so that access to the database alone does not reveal them. */
export interface Seal {
  /** @param owner what the secret belongs to; it cannot be decrypted for another owner */
  close(secret: string, owner: string): string;
  /** @returns null if the text is not sealed, was changed, or was sealed for another owner or with another secret */
  open(sealed: string, owner: string): string | null;
}

/** The same for bytes, such as a picture, without a version prefix. */
interface ByteSeal {
  close(plain: Buffer, owner: string): Buffer;
  /** @returns null for the same reasons */
  open(sealed: Buffer, owner: string): Buffer | null;
}

/** The format of sealed values in a program's database. To change it, support decrypting both formats first. */
export interface SealFormat {
  /** Part of the key derivation: values sealed for another purpose cannot be decrypted, even with the same secret. */
  purpose: string;
  /** Whether the authentication tag comes before the ciphertext or after it. Both follow the nonce. */
  isTagFirst: boolean;
}

interface SealOptions {
  format: SealFormat;
  /** A random text of at least 32 characters. If it is lost, the sealed values are lost too. */
  secret: string;
  /** For key rotation: values sealed with it can still be decrypted. */
  previousSecret?: string | undefined;
  /** Source of nonces. A nonce that is used twice reveals both secrets. */
  randomBytes?: (length: number) => Buffer;
}

const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1.';

/** AES-256-GCM with a key derived from `secret`, encoded as a version and base64url. */
export function createSeal(options: SealOptions): Seal {
  const bytes = createByteSeal(options);
  return {
    close: (text, owner) => version + bytes.close(Buffer.from(text), owner).toString('base64url'),
    open: (sealed, owner) => {
      if (!sealed.startsWith(version)) return null;
      const encoded = sealed.slice(version.length);
      const decoded = Buffer.from(encoded, 'base64url');
      if (decoded.toString('base64url') !== encoded) return null; // Buffer ignores characters that are not base64url
      return bytes.open(decoded, owner)?.toString() ?? null;
    },
  };
}

/** AES-256-GCM with a key derived from `secret`. */
export function createByteSeal({
  format,
  secret,
  previousSecret,
  randomBytes = cryptoRandomBytes,
}: SealOptions): ByteSeal {
  const key = keyOf(secret, format);
  return {
    close: (plain, owner) => encrypt(plain, owner, { key, nonce: randomBytes(nonceBytes), format }),
    open: (sealed, owner) => {
      if (isTooShort(sealed)) return null;
      const opened = decrypt(sealed, owner, { key, format });
      if (opened !== null || previousSecret === undefined) return opened;
      return decrypt(sealed, owner, { key: keyOf(previousSecret, format), format });
    },
  };
}

const keyOf = (secret: string, { purpose }: SealFormat) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

const isTooShort = (sealed: Buffer) => sealed.length < nonceBytes + tagBytes;

function encrypt(
  plain: Buffer,
  owner: string,
  { key, nonce, format }: { key: Buffer; nonce: Buffer; format: SealFormat },
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  const tag = cipher.getAuthTag();
  return Buffer.concat(format.isTagFirst ? [nonce, tag, encrypted] : [nonce, encrypted, tag]);
}

/** @returns null if it cannot be decrypted */
function decrypt(sealed: Buffer, owner: string, { key, format }: { key: Buffer; format: SealFormat }): Buffer | null {
  const [nonce, rest] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes)];
  const [tag, encrypted] = format.isTagFirst
    ? [rest.subarray(0, tagBytes), rest.subarray(tagBytes)]
    : [rest.subarray(-tagBytes), rest.subarray(0, -tagBytes)];
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(encrypted), decipher.final()]);
  } catch {
    return null;
  }
}
