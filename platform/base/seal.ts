import { createSeal, type Seal, type SealFormat } from '#shared/seal/seal.ts';

const format: SealFormat = { purpose: 'front desk platform, secrets at rest', isTagFirst: true };

/**
 * Seals secrets as the platform's database holds them.
 * @param secret PLATFORM_SECRET
 * @param previousSecret PLATFORM_SECRET_PREVIOUS, where the secret is being changed
 */
export const createPlatformSeal = (secret: string, previousSecret?: string): Seal =>
  createSeal({ format, secret, previousSecret });
