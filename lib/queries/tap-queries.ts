import { queryOptions } from '@tanstack/react-query';
import type { Verdict } from '#lib/wire/verdict.ts';
import { readLater } from './desk-queries.ts';

/** Nobody waits for these while a member stands at the counter. */
const afterMs = 200;

/** What is to be said of taps since they were answered: what was decided, and which visits are over. */
export const confirmedQuery = (locationId: string, tapIds: readonly string[]) =>
  queryOptions({
    queryKey: ['verdicts', locationId, ...tapIds],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams([['locationId', locationId], ...tapIds.map((tapId) => ['tapId', tapId])]);
      return readLater<Verdict[]>(`/api/desk/taps?${query}`, signal, afterMs);
    },
    enabled: tapIds.length > 0,
    gcTime: 0,
  });

/** What was said of today's last taps, at whichever window, newest first. */
export const todayQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['taps', locationId, 'today'],
    queryFn: ({ signal, client, queryKey }) =>
      readLater<Verdict[]>('/api/desk/taps/today', signal, client.getQueryData(queryKey) ? afterMs : 0),
  });
