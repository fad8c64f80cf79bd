import type { DayRange } from '#lib/wire/corporate-fitness.ts';
import { corporateEndings } from '#lib/wire/reads/lists.ts';
import { ofPlatform } from './desk-queries.ts';
import { readQuery } from './read-query.ts';

/** Each read asks the platform: it is made once, and not by the clock. */
export const corporateEndingsQuery = (locationId: string, { from, to }: DayRange) => ({
  ...readQuery(corporateEndings, locationId, { from, to }),
  refetchInterval: false as const,
  meta: ofPlatform,
  retry: false,
});
