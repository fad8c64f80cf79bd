import type { Ids } from '#platform/base/clock-and-ids.ts';

/** 128 random bits, in hexadecimal. */
export const mintAccessToken = (ids: Ids): string => ids.bytes(16).toString('hex');
