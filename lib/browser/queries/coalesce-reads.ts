import type { InvalidateQueryFilters } from '@tanstack/react-query';
import { jitterMs } from '#lib/browser/base/jitter.ts';

/**
 * Throttle with jitter between two refetches of a list that live events invalidate: short enough for a user who
 * watches.
 */
const pauses = { leastMs: 250, mostMs: 1_000 };
/** A slower refetch is not awaited. */
const longestReadingMs = 10_000;

type Read = (filters: InvalidateQueryFilters) => Promise<void>;

/**
 * Throttles refetches: the first event refetches at once, and all events during that refetch or right after it cause
 * one more. A burst of arrivals does not make every window refetch its lists for each of them.
 */
export function coalesceReads(read: Read): (filters: InvalidateQueryFilters) => Promise<void> {
  const isStale = new Map<string, boolean>();
  // the same for all lists, so that those that an event made stale together are asked for together again
  const pauseMs = jitterMs(pauses);
  return async (filters) => {
    const list = JSON.stringify([filters.queryKey, filters.predicate !== undefined]);
    if (isStale.has(list)) return void isStale.set(list, true);
    do {
      isStale.set(list, false);
      await Promise.race([read(filters), pause(longestReadingMs)]);
      await pause(pauseMs);
    } while (isStale.get(list));
    isStale.delete(list);
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
