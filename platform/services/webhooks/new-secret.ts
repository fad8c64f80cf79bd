import type { Ids } from '#platform/base/clock-and-ids.ts';

/** A generated webhook secret: a signing key in the format of Standard Webhooks. */
export const newSecret = (ids: Ids): string => `whsec_${ids.bytes(24).toString('base64')}`;
