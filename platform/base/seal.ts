import { createSeal, type Seal, type SealFormat } from '#shared/seal/seal.ts';

const format: SealFormat = { purpose: 'front desk platform, secrets at rest', isTagFirst: true };

/**
 * Encrypts secrets for the platform's database.
 * @param secret PLATFORM_SECRET
 * @param previousSecret PLATFORM_SECRET_PREVIOUS, during a change of the secret
 */
export const createPlatformSeal = (secret: string, previousSecret?: string): Seal =>
  createSeal({ format, secret, previousSecret });
