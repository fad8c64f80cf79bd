import type { OwnerRules } from '#platform/services/owners/rules.ts';
import { createSeal } from '#shared/seal/seal.ts';

const secret = 'what the console of a test works with';

/** A console without a link that signs in, as outside a sandbox. */
export const ownerRules: OwnerRules = {
  secret,
  seal: createSeal({ program: 'platform', secret }),
  soonestFailureMs: 0,
};
