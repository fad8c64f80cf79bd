import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';
import { ReadError, retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { isPausing } from './pause-after.ts';
import { gathered, ofPlatform } from './read-query.ts';

/** The desk's own lists, which are read again after a gap in the live events. Visits of days before yesterday do not change. */
const missesEvents = ({ meta, queryKey }: Query) => meta !== ofPlatform && queryKey[0] !== 'visits';

/** A list that is at most this old when the stream opens is kept for the moment if the desk is crowded. */
const freshForMs = 10_000;

/**
 * After a gap, refetches what comes from the desk itself. Queries of the platform are only marked as stale and
 * refetched when a page next opens them. First fetches begin anew: the answer of one in flight may
 * be older than the gap, and one that has failed waits for its next attempt.
 * @param isCrowded whether lists that were just read are only marked as stale, for `readDeferred`, so that windows without lists go first
 */
export async function readAllAgain(queryClient: QueryClient, isCrowded: boolean): Promise<void> {
  void queryClient.invalidateQueries({ predicate: ({ meta }) => meta === ofPlatform, refetchType: 'none' });
  // a refetch under way would end the mark, though it may be older than the gap
  const wasJustRead = ({ state: { status, fetchStatus, dataUpdatedAt } }: Query) =>
    status === 'success' && fetchStatus === 'idle' && Date.now() - dataUpdatedAt < freshForMs;
  const deferred = new Set(
    queryClient
      .getQueryCache()
      .findAll({ predicate: (query) => isCrowded && missesEvents(query) && wasJustRead(query) }),
  );
  void queryClient.invalidateQueries({ predicate: (query) => deferred.has(query), refetchType: 'none' });
  const filters = { predicate: (query: Query) => missesEvents(query) && !deferred.has(query) };
  const shown = firstFetches(queryClient, filters).filter((query) => query.isActive());
  await Promise.all(shown.map(({ queryKey }) => queryClient.cancelQueries({ queryKey, exact: true })));
  await queryClient.invalidateQueries(filters);
}

/** Refetches what `readAllAgain` has only marked as stale, unless it was read since. */
export const readDeferred = (queryClient: QueryClient): Promise<void> =>
  queryClient.refetchQueries({
    type: 'active',
    predicate: (query) => missesEvents(query) && query.state.isInvalidated,
  });

/** The desk has room again: lists of the location that pause, as they were told, are asked for now. */
export async function retryPausing(queryClient: QueryClient, locationId: string): Promise<void> {
  const pausing = queryClient
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'fetching' })
    .filter((query) => isOf(locationId, query) && query.meta !== ofPlatform && isPausing(query));
  await Promise.all(pausing.map(({ queryKey }) => queryClient.cancelQueries({ queryKey, exact: true })));
  for (const { queryKey } of pausing) void queryClient.invalidateQueries({ queryKey, exact: true });
}

export const isOf = (locationId: string, { queryKey }: Query) => queryKey[1] === locationId;

/**
 * Asks again for the gathered lists on the page that the desk did not answer, unless they only pause before their next attempt or the
 * desk asked for a pause. Others may be what a person asked for, and would renew the session.
 * @returns whether an answer of the desk's own database may be expected
 */
export function askForMissed(queryClient: QueryClient, locationId: string): boolean {
  const isMissed = ({ state: { status, error } }: Query) =>
    status === 'error' && !(error instanceof ReadError) && retryAfterMsOf(error) === 0;
  const isMissedList = (query: Query) => isOf(locationId, query) && query.meta === gathered && isMissed(query);
  void queryClient.refetchQueries({ type: 'active', predicate: isMissedList }, { cancelRefetch: false });
  const underWay = queryClient.getQueryCache().findAll({ type: 'active', fetchStatus: 'fetching' });
  return underWay.some((query) => isOf(locationId, query) && query.meta !== ofPlatform);
}

/**
 * Refetches what changed. A first fetch in flight may be older than the change, and React Query would count it as the
 * new one: so it is followed by another fetch, one for all events, unless it pauses for its next attempt, which is made
 * after the change. It is not cut short: events may come faster than a busy desk answers.
 */
export async function readAgain(queryClient: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  const underWay = firstFetches(queryClient, filters).filter((query) => !isPausing(query));
  await queryClient.invalidateQueries(filters);
  for (const { queryKey } of underWay)
    void queryClient.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
}

const firstFetches = (queryClient: QueryClient, filters: InvalidateQueryFilters) =>
  queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
