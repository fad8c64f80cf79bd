import 'server-only';
import { createByteSeal, createSeal, type SealFormat } from '#shared/seal/seal.ts';

/** The format of sealed values in the desk's database. */
const format: SealFormat = { purpose: 'front-desk credentials', isTagFirst: false };

/** The keys to seal with, as the desk has them. */
interface SealKeys {
  /** DESK_SECRET. */
  secret: string;
  /** DESK_SECRET_PREVIOUS, while the secret is being rotated: values sealed under it can still be opened. */
  previousSecret?: string | undefined;
}

/** Bound to the sealed value as associated data: it opens only for the same location and field. */
export interface SealContext {
  /** `everywhere` for values of no location. */
  locationId: string;
  field: 'apiKey' | 'v1Token' | 'exportKey' | 'webhookSecret' | 'badgeKey';
}

/** A sealed photo opens only for the same member. */
export interface PhotoSealContext {
  locationId: string;
  accountId: string;
}

/** Encrypts a credential for the database. */
export const seal = ({ secret }: SealKeys, { plain, ...context }: SealContext & { plain: string }): string =>
  createSeal({ format, secret }).close(plain, ownerOf(context));

/** @throws Error where it was sealed under another secret or for another context, or was changed */
export function unseal(
  { secret, previousSecret }: SealKeys,
  { sealed, ...context }: SealContext & { sealed: string },
): string {
  const plain = createSeal({ format, secret, previousSecret }).open(sealed, ownerOf(context));
  if (plain !== null) return plain;
  throw new Error(
    'A stored credential cannot be opened: DESK_SECRET is not the one it was stored under. ' +
      'Set DESK_SECRET to that one, or DESK_SECRET_PREVIOUS where it is being changed.',
  );
}

/** Encrypts a photo for the database. */
export const sealPhoto = (
  { secret }: SealKeys,
  { picture, ...member }: PhotoSealContext & { picture: Buffer },
): Buffer => createByteSeal({ format, secret }).close(picture, ownerOfPhoto(member));

/** @returns null where it was sealed under another secret or for another member, or was changed */
export const unsealPhoto = (
  { secret, previousSecret }: SealKeys,
  { sealed, ...member }: PhotoSealContext & { sealed: Buffer },
): Buffer | null => createByteSeal({ format, secret, previousSecret }).open(sealed, ownerOfPhoto(member));

const ownerOf = ({ locationId, field }: SealContext): string => `${locationId}/${field}`;

const ownerOfPhoto = ({ locationId, accountId }: PhotoSealContext): string => `${locationId}/photo/${accountId}`;
