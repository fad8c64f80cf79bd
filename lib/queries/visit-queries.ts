import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { VisitFilter, VisitsPage } from '#lib/wire/visits.ts';
import { readJson } from './desk-queries.ts';

/** What of a filter is said in an address. */
export function searchOf(filter: VisitFilter): URLSearchParams {
  const said = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(said as [string, string][]); // safe because: every value that is left is a text
}

const daysOf = ({ day, until = day }: VisitFilter) => `${day} ${until}`;

/** Arrivals and departures of a day, or of several, latest first, page by page. */
export const visitsOfDayQuery = (locationId: string, filter: VisitFilter) =>
  infiniteQueryOptions({
    queryKey: ['presence', locationId, 'days', daysOf(filter), filter.name, filter.group ?? '', filter.by ?? ''],
    queryFn: ({ signal, pageParam }) => {
      const query = searchOf(filter);
      if (pageParam) query.set('after', pageParam);
      return readJson<VisitsPage>(`/api/desk/visits?${query}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // of the same days, what was found for the filter before
    placeholderData: (found, query) => (query?.queryKey[3] === daysOf(filter) ? keepPreviousData(found) : undefined),
  });
