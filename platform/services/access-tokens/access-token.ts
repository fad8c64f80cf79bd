import type { Ids } from '#platform/dependencies.ts';

/** 128 random bits, in hexadecimal. */
export const mintAccessToken = (ids: Ids): string => ids.bytes(16).toString('hex');
