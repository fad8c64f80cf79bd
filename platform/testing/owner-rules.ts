import { createPlatformSeal } from '#platform/base/seal.ts';
import type { OwnerRules } from '#platform/services/owners/rules.ts';

const secret = 'what the console of a test works with';

/** A console without a sign-in link, as outside a sandbox. */
export const ownerRules: OwnerRules = {
  publicUrl: 'http://localhost',
  secret,
  seal: createPlatformSeal(secret),
  soonestFailureMs: 0,
};
