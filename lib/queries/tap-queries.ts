import { queryOptions } from '@tanstack/react-query';
import { listOf } from '#lib/wire/answers/shape.ts';
import { isVerdict } from '#lib/wire/answers/verdict.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { readLater } from './desk-queries.ts';

/** Nobody waits for these while a member stands at the counter. */
const afterMs = 200;

const isVerdicts = listOf(isVerdict);

/** What is to be said of taps since they were answered: what was decided, and which visits are over. */
export const confirmedQuery = (locationId: string, tapIds: readonly string[]) =>
  queryOptions({
    queryKey: ['verdicts', locationId, ...tapIds],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(tapIds.map((tapId) => ['tapId', tapId]));
      return readLater(pathAt(locationId, '/api/desk/taps', query), isVerdicts, signal, afterMs);
    },
    enabled: tapIds.length > 0,
    gcTime: 0,
  });

/** What was said of today's last taps, at whichever window, newest first. */
export const todayQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['taps', locationId, 'today'],
    queryFn: ({ signal, client, queryKey }) =>
      readLater(
        pathAt(locationId, '/api/desk/taps/today'),
        isVerdicts,
        signal,
        client.getQueryData(queryKey) ? afterMs : 0,
      ),
  });
