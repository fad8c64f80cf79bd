import { queryOptions } from '@tanstack/react-query';
import type { CorporateEndings, DayRange } from '#lib/wire/corporate-fitness.ts';
import { readJson } from './desk-queries.ts';

/** Whose corporate membership ends within a range. Each read asks the platform: it is made once, and not by the clock. */
export const corporateEndingsQuery = (locationId: string, { from, to }: DayRange) =>
  queryOptions({
    queryKey: ['members', locationId, 'corporateEndings', from, to],
    queryFn: ({ signal }) =>
      readJson<CorporateEndings>(`/api/desk/corporate-fitness?${new URLSearchParams({ from, to })}`, signal),
    refetchInterval: false,
    retry: false,
  });
