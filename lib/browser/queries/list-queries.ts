import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { DayRange } from '#lib/wire/corporate-fitness.ts';
import type { DirectoryFilters, DirectoryPage } from '#lib/wire/directory.ts';
import { corporateEndings, directory, visitsOfDay } from '#lib/wire/reads/lists.ts';
import type { VisitFilter } from '#lib/wire/visits.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { readPages, readQuery, whenChanged } from './read-query.ts';

/** While the desk mirrors the members for the first time, the list grows. */
const growsEveryMs = 2_000;
const refreshEveryMs = 60_000;

const refreshAfter = (page: DirectoryPage | undefined) => (page?.progress ? growsEveryMs : refreshEveryMs);

/** The query key prefix of the directory, with any filters. */
export const directoryKey = (locationId: string) => [directory.list, locationId, directory.path];

/** Keeps the previous page of results until the new one has loaded. */
export const directoryQuery = (locationId: string, filters: DirectoryFilters) =>
  infiniteQueryOptions({
    ...readPages(directory, locationId, filters),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshAfter(state.data?.pages[0]),
    retry: false,
  });

/** Filters as URL parameters. */
export const textsOf = (filters: DirectoryFilters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** The filters that a URL contains. */
export function searchOf(filter: VisitFilter): URLSearchParams {
  const said = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(said as [string, string][]); // safe because: the remaining values are strings
}

const lastOf = ({ day, until = day }: VisitFilter) => until;

/**
 * The visits of one or several days, or who was turned away, latest first, in pages. Today's change with every tap, and
 * yesterday's too, since members are checked out after closing; those of days before are read once.
 */
export const visitsOfDayQuery = (locationId: string, filter: VisitFilter, today: string) => {
  const isPast = lastOf(filter) < daysLater(today, -1);
  return infiniteQueryOptions({
    ...readPages({ ...visitsOfDay, list: isPast ? 'visits' : 'verdicts' }, locationId, filter),
    // for the same days, keep the results of the previous filter
    placeholderData: (found, before) =>
      before && isOfSameDays(before.queryKey[3], filter) ? keepPreviousData(found) : undefined,
    ...(isPast && { refetchInterval: false as const }),
  });
};

const isOfSameDays = (one: VisitFilter, other: VisitFilter) => one.day === other.day && lastOf(one) === lastOf(other);

/** Each read sends a request to the platform, so there is no polling. */
export const corporateEndingsQuery = (locationId: string, { from, to }: DayRange) => ({
  ...readQuery(corporateEndings, locationId, { from, to }),
  ...whenChanged,
  retry: false,
});
