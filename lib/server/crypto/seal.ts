import 'server-only';
import { createByteSeal, createSeal, type SealFormat } from '#shared/seal/seal.ts';

/** How the desk's database holds what is sealed. */
const format: SealFormat = { purpose: 'front-desk credentials', isTagFirst: false };

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

/** Encrypts a credential for the database, under DESK_SECRET. */
export const seal = (plain: string, context: SealContext, secret: string): string =>
  createSeal({ format, secret }).close(plain, ownerOf(context));

/**
 * @param previousSecret DESK_SECRET_PREVIOUS, where the secret is being changed
 * @throws Error where it was sealed under another secret, belongs elsewhere or was changed
 */
export function unseal(sealed: string, context: SealContext, secret: string, previousSecret?: string): string {
  const plain = createSeal({ format, secret, previousSecret }).open(sealed, ownerOf(context));
  if (plain !== null) return plain;
  throw new Error(
    'A stored credential cannot be opened: DESK_SECRET is not the one it was stored under. ' +
      'Set DESK_SECRET to that one, or DESK_SECRET_PREVIOUS where it is being changed.',
  );
}

/** Encrypts a picture for the database, as a credential is. */
export const sealPhoto = (picture: Buffer, context: PhotoSealContext, secret: string): Buffer =>
  createByteSeal({ format, secret }).close(picture, ownerOf(context));

/** @returns null where it was sealed under another secret, or the picture is another member's or was changed */
export const unsealPhoto = (
  sealed: Buffer,
  context: PhotoSealContext,
  secret: string,
  previousSecret?: string,
): Buffer | null => createByteSeal({ format, secret, previousSecret }).open(sealed, ownerOf(context));

function ownerOf(context: SealContext | PhotoSealContext): string {
  const place = `${context.locationId}/${context.field}`;
  return context.field === 'photo' ? `${place}/${context.accountId}` : place;
}
