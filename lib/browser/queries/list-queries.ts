import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { DayRange } from '#lib/wire/corporate-fitness.ts';
import type { DirectoryFilters, DirectoryPage } from '#lib/wire/directory.ts';
import { corporateEndings, directory, visitsOfDay } from '#lib/wire/reads/lists.ts';
import type { VisitFilter } from '#lib/wire/visits.ts';
import { readPages, readQuery, whenChanged } from './read-query.ts';

/** While the desk reads the members for the first time, the list grows by itself. */
const growsEveryMs = 2_000;
const refreshEveryMs = 60_000;

const refreshAfter = (page: DirectoryPage | undefined) => (page?.progress ? growsEveryMs : refreshEveryMs);

/** Whatever is kept of the directory, for any filters. */
export const directoryKey = (locationId: string) => [directory.list, locationId, directory.path];

/** What was shown before stays until another page is there. */
export const directoryQuery = (locationId: string, filters: DirectoryFilters) =>
  infiniteQueryOptions({
    ...readPages(directory, locationId, filters),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshAfter(state.data?.pages[0]),
    retry: false,
  });

/** Filters as parameters of an address. */
export const textsOf = (filters: DirectoryFilters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined));

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
    ...readPages({ ...visitsOfDay, list: isPast ? 'visits' : 'presence' }, locationId, filter),
    // of the same days, what was found for the filter before
    placeholderData: (found, before) =>
      before && isOfSameDays(before.queryKey[3], filter) ? keepPreviousData(found) : undefined,
    ...(isPast && { refetchInterval: false as const }),
  });
};

const isOfSameDays = (one: VisitFilter, other: VisitFilter) => one.day === other.day && lastOf(one) === lastOf(other);

/** Each read asks the platform: it is made once, and not by the clock. */
export const corporateEndingsQuery = (locationId: string, { from, to }: DayRange) => ({
  ...readQuery(corporateEndings, locationId, { from, to }),
  ...whenChanged,
  retry: false,
});
