import type { InvalidateQueryFilters } from '@tanstack/react-query';

/** Between two readings of a list that events ask for: another pause in each window, and soon enough for who looks at it. */
const pauses = { leastMs: 250, mostMs: 1_000 };
/** A reading that takes longer is not waited for. */
const longestReadingMs = 10_000;

type Read = (filters: InvalidateQueryFilters) => Promise<void>;

/**
 * Reads at once what the first event makes stale. Events that follow while it is read, or right after, are one more reading:
 * a desk that tells of many arrivals is not asked for as many lists by every window, nor for one that nobody waits for.
 */
export function coalesceReads(read: Read): (filters: InvalidateQueryFilters) => Promise<void> {
  const isStale = new Map<string, boolean>();
  return async (filters) => {
    const list = JSON.stringify([filters.queryKey, filters.predicate !== undefined]);
    if (isStale.has(list)) return void isStale.set(list, true);
    do {
      isStale.set(list, false);
      await Promise.race([read(filters), pause(longestReadingMs)]);
      await pause(pauses.leastMs + Math.random() * (pauses.mostMs - pauses.leastMs));
    } while (isStale.get(list));
    isStale.delete(list);
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
