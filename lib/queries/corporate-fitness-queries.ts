import { queryOptions } from '@tanstack/react-query';
import { readJson } from '#lib/browser/ask-desk.ts';
import { isCorporateEndings } from '#lib/wire/answers/corporate-fitness.ts';
import type { DayRange } from '#lib/wire/corporate-fitness.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { ofPlatform } from './desk-queries.ts';

/** Whose corporate membership ends within a range. Each read asks the platform: it is made once, and not by the clock. */
export const corporateEndingsQuery = (locationId: string, { from, to }: DayRange) =>
  queryOptions({
    queryKey: ['members', locationId, 'corporateEndings', from, to],
    queryFn: ({ signal }) =>
      readJson(pathAt(locationId, '/api/desk/corporate-fitness', { from, to }), isCorporateEndings, signal),
    refetchInterval: false,
    meta: ofPlatform,
    retry: false,
  });
