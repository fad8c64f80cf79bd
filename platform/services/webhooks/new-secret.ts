import type { Ids } from '#platform/base/clock-and-ids.ts';

/** A secret for a webhook whose owner has none of their own: the key of a signature after Standard Webhooks. */
export const newSecret = (ids: Ids): string => `whsec_${ids.bytes(24).toString('base64')}`;
