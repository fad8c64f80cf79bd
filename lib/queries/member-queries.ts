import { queryOptions } from '@tanstack/react-query';
import type { ProfileAnswer } from '#lib/desk/members/profile.ts';
import { readJson } from './desk-queries.ts';

/** A member at a location. Each read asks the platform: it is made when something changed, and not by the clock. */
export const profileQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'profile', accountId],
    queryFn: ({ signal }) => readJson<ProfileAnswer>(`/api/desk/members/${encodeURIComponent(accountId)}`, signal),
    refetchInterval: false,
  });
