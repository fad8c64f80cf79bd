import { queryOptions } from '@tanstack/react-query';
import { readJson } from './desk-queries.ts';

/** Where the picture of a member is; the picture itself is kept nowhere in the browser. */
export const photoQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'photo', accountId],
    queryFn: ({ signal }) =>
      readJson<{ photoUrl: string | null }>(`/api/desk/photos/${encodeURIComponent(accountId)}/about`, signal),
  });
