import { queryOptions } from '@tanstack/react-query';
import type { Verdict } from '#lib/wire/verdict.ts';
import { readJson } from './desk-queries.ts';

/** Every tap makes these reads stale, at the window that made it too: so much later they are not in its verdict's way. */
const afterVerdictMs = 200;

async function readAfterVerdict<T>(path: string, signal: AbortSignal): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, afterVerdictMs));
  signal.throwIfAborted();
  return readJson<T>(path, signal);
}

/** What is to be said of taps since they were answered: what was decided, and which visits are over. */
export const confirmedQuery = (locationId: string, tapIds: readonly string[]) =>
  queryOptions({
    queryKey: ['verdicts', locationId, ...tapIds],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams([['locationId', locationId], ...tapIds.map((tapId) => ['tapId', tapId])]);
      return readAfterVerdict<Verdict[]>(`/api/desk/taps?${query}`, signal);
    },
    enabled: tapIds.length > 0,
    gcTime: 0,
  });

/** What was said of today's last taps, at whichever window, newest first. */
export const todayQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['taps', locationId, 'today'],
    queryFn: ({ signal, client, queryKey }) => {
      const read = client.getQueryData(queryKey) ? readAfterVerdict : readJson;
      return read<Verdict[]>('/api/desk/taps/today', signal);
    },
  });
