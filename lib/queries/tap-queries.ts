import { queryOptions } from '@tanstack/react-query';
import type { Verdict } from '#lib/wire/verdict.ts';
import { readJson } from './desk-queries.ts';

/** What is to be said of taps since they were answered: what was decided, and which visits are over. */
export const confirmedQuery = (locationId: string, tapIds: readonly string[]) =>
  queryOptions({
    queryKey: ['verdicts', locationId, ...tapIds],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams([['locationId', locationId], ...tapIds.map((tapId) => ['tapId', tapId])]);
      return readJson<Verdict[]>(`/api/desk/taps?${query}`, signal);
    },
    enabled: tapIds.length > 0,
    gcTime: 0,
  });

/** What was said of today's last taps, at whichever window, newest first. */
export const todayQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['taps', locationId, 'today'],
    queryFn: ({ signal }) => readJson<Verdict[]>('/api/desk/taps/today', signal),
  });
