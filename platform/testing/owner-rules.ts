import { randomIds } from '#platform/base/clock-and-ids.ts';
import { createSeal } from '#platform/base/seal.ts';
import type { OwnerRules } from '#platform/services/owners/rules.ts';

const secret = 'what the console of a test works with';

/** A console without a link that signs in, as outside a sandbox. */
export const ownerRules: OwnerRules = { secret, seal: createSeal(secret, randomIds), soonestFailureMs: 0 };
