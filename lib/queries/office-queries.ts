import { queryOptions } from '@tanstack/react-query';
import type { ColleagueList } from '#lib/desk/staff/colleague.ts';
import { readJson } from './desk-queries.ts';

/** The staff of a location. */
export const staffQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['staff', locationId],
    queryFn: ({ signal }) => readJson<ColleagueList>('/api/desk/staff', signal),
  });
