import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { askRead } from '#lib/browser/base/ask-desk.ts';
import type { DirectoryFilters, DirectoryPage } from '#lib/wire/directory.ts';
import { keyOf } from '#lib/wire/reads/key-of.ts';
import { directory } from '#lib/wire/reads/lists.ts';
import { memberVisits, notes, profile, roles } from '#lib/wire/reads/member.ts';
import { ofPlatform } from './desk-queries.ts';
import { readQuery } from './read-query.ts';

/** While the platform is away, it is asked again after so long. */
const askAgainEveryMs = 15_000;

/** A member at a location. Each read asks the platform: it is made when something changed, and not by the clock. */
export const profileQuery = (locationId: string, accountId: string) =>
  queryOptions({
    ...readQuery(profile, locationId, { accountId }),
    refetchInterval: ({ state }) => (state.data?.kind === 'remembered' ? askAgainEveryMs : false),
    meta: ofPlatform,
  });

/** While the desk reads the members for the first time, the list grows by itself. */
const growsEveryMs = 2_000;
const refreshEveryMs = 60_000;

const refreshAfter = (page: DirectoryPage | undefined) => (page?.progress ? growsEveryMs : refreshEveryMs);

/** Whatever is kept of the directory, for any filters. */
export const directoryKey = (locationId: string) => [directory.list, locationId, directory.path];

/** What was shown before stays until another page is there. */
export const directoryQuery = (locationId: string, filters: DirectoryFilters) =>
  infiniteQueryOptions({
    queryKey: keyOf(directory, locationId, filters),
    queryFn: ({ signal, pageParam }) =>
      askRead(directory, locationId, { ...filters, after: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshAfter(state.data?.pages[0]),
    retry: false,
  });

/** Filters as parameters of an address. */
export const textsOf = (filters: DirectoryFilters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** Null where the platform does not know the member. Asks it, as {@link profileQuery} does. */
export const rolesQuery = (locationId: string, accountId: string) =>
  queryOptions({
    ...readQuery(roles, locationId, { accountId }),
    select: (answer) => answer.roles,
    refetchInterval: false,
    meta: ofPlatform,
    retry: false,
  });

export const notesQuery = (locationId: string, accountId: string) => readQuery(notes, locationId, { accountId });

export const memberVisitsQuery = (locationId: string, accountId: string) =>
  infiniteQueryOptions({
    queryKey: keyOf(memberVisits, locationId, { accountId }),
    queryFn: ({ signal, pageParam }) =>
      askRead(memberVisits, locationId, { accountId, after: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
