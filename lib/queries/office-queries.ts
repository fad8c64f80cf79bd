import { queryOptions } from '@tanstack/react-query';
import type { LegacyView } from '#lib/wire/legacy-connectivity.ts';
import type { ColleagueList } from '#lib/wire/staff.ts';
import { readJson } from './desk-queries.ts';

/** The staff of a location. */
export const staffQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['staff', locationId],
    queryFn: ({ signal }) => readJson<ColleagueList>('/api/desk/staff', signal),
  });

/** The legacy interface of a location. */
export const legacyQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['legacy', locationId],
    queryFn: ({ signal }) => readJson<LegacyView | null>('/api/desk/legacy', signal),
  });
