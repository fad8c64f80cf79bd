import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { readJson } from '#lib/browser/ask-desk.ts';
import { isVisitsPage } from '#lib/wire/answers/visits.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import type { VisitFilter } from '#lib/wire/visits.ts';

/** What of a filter is said in an address. */
export function searchOf(filter: VisitFilter): URLSearchParams {
  const said = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(said as [string, string][]); // safe because: every value that is left is a text
}

const daysOf = ({ day, until = day }: VisitFilter) => `${day} ${until}`;

/**
 * Arrivals and departures of a day, or of several, latest first, page by page. Those of today change with every tap; days
 * that are past are read once, whatever goes on in the gym.
 */
export const visitsOfDayQuery = (locationId: string, filter: VisitFilter, today: string) => {
  const isPast = (filter.until ?? filter.day) < today;
  const days = daysOf(filter);
  return infiniteQueryOptions({
    queryKey: [
      isPast ? 'visits' : 'presence',
      locationId,
      'days',
      days,
      filter.name,
      filter.group ?? '',
      filter.by ?? '',
    ],
    queryFn: ({ signal, pageParam }) => {
      const query = searchOf(filter);
      if (pageParam) query.set('after', pageParam);
      return readJson(pathAt(locationId, '/api/desk/visits', query), isVisitsPage, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // of the same days, what was found for the filter before
    placeholderData: (found, query) => (query?.queryKey[3] === days ? keepPreviousData(found) : undefined),
    ...(isPast && { refetchInterval: false as const }),
  });
};
