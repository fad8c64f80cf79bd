import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { askRead } from '#lib/browser/base/ask-desk.ts';
import { keyOf } from '#lib/wire/reads/key-of.ts';
import { visitsOfDay } from '#lib/wire/reads/lists.ts';
import type { VisitFilter } from '#lib/wire/visits.ts';

/** What of a filter is said in an address. */
export function searchOf(filter: VisitFilter): URLSearchParams {
  const said = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(said as [string, string][]); // safe because: every value that is left is a text
}

const lastOf = ({ day, until = day }: VisitFilter) => until;

/**
 * Arrivals and departures of a day, or of several, latest first, page by page. Those of today change with every tap; days
 * that are past are read once, whatever goes on in the gym.
 */
export const visitsOfDayQuery = (locationId: string, filter: VisitFilter, today: string) => {
  const isPast = lastOf(filter) < today;
  return infiniteQueryOptions({
    queryKey: keyOf({ ...visitsOfDay, list: isPast ? 'visits' : 'presence' }, locationId, filter),
    queryFn: ({ signal, pageParam }) =>
      askRead(visitsOfDay, locationId, { ...filter, after: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // of the same days, what was found for the filter before
    placeholderData: (found, before) =>
      before && isOfSameDays(before.queryKey[3], filter) ? keepPreviousData(found) : undefined,
    ...(isPast && { refetchInterval: false as const }),
  });
};

const isOfSameDays = (one: VisitFilter, other: VisitFilter) => one.day === other.day && lastOf(one) === lastOf(other);
