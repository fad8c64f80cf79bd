import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readJson } from '#lib/browser/ask-desk.ts';
import { isDirectoryPage } from '#lib/wire/answers/directory.ts';
import { isProfileAnswer, isRolesAnswer } from '#lib/wire/answers/members.ts';
import { isNotes } from '#lib/wire/answers/notes.ts';
import { isMemberVisits } from '#lib/wire/answers/visits.ts';
import type { DirectoryFilters, DirectoryPage } from '#lib/wire/directory.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { ofPlatform } from './desk-queries.ts';

/** While the platform is away, it is asked again after so long. */
const askAgainEveryMs = 15_000;

/** A member at a location. Each read asks the platform: it is made when something changed, and not by the clock. */
export const profileQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'profile', accountId],
    queryFn: ({ signal }) =>
      readJson(pathAt(locationId, `/api/desk/members/${encodeURIComponent(accountId)}`), isProfileAnswer, signal),
    refetchInterval: ({ state }) => (state.data?.kind === 'remembered' ? askAgainEveryMs : false),
    meta: ofPlatform,
  });

/** While the desk reads the members for the first time, the list grows by itself. */
const growsEveryMs = 2_000;
const refreshEveryMs = 60_000;

const refreshAfter = (page: DirectoryPage | undefined) => (page?.progress ? growsEveryMs : refreshEveryMs);

/** Members of the directory that filters mean, page by page. What was shown before stays until they are there. */
export const directoryQuery = (locationId: string, filters: DirectoryFilters) =>
  infiniteQueryOptions({
    queryKey: ['members', locationId, 'directory', filters],
    queryFn: ({ signal, pageParam }) => {
      const asked = { ...textsOf(filters), ...(pageParam !== null && { after: pageParam }) };
      return readJson(pathAt(locationId, '/api/desk/directory', asked), isDirectoryPage, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshAfter(state.data?.pages[0]),
    retry: false,
  });

/** Filters as parameters of an address. */
export const textsOf = (filters: DirectoryFilters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined));

const ofMember = (locationId: string, accountId: string, part: string, query?: Record<string, string>) =>
  pathAt(locationId, `/api/desk/members/${encodeURIComponent(accountId)}/${part}`, query);

/** What a member is in this gym. Asks the platform, as {@link profileQuery} does. */
export const rolesQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'roles', accountId],
    queryFn: async ({ signal }) =>
      (await readJson(ofMember(locationId, accountId, 'roles'), isRolesAnswer, signal)).roles,
    refetchInterval: false,
    meta: ofPlatform,
    retry: false,
  });

/** What staff wrote about a member. */
export const notesQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'notes', accountId],
    queryFn: ({ signal }) => readJson(ofMember(locationId, accountId, 'notes'), isNotes, signal),
  });

/** Arrivals and departures of a member, newest first, page by page. */
export const memberVisitsQuery = (locationId: string, accountId: string) =>
  infiniteQueryOptions({
    queryKey: ['presence', locationId, 'visits', accountId],
    queryFn: ({ signal, pageParam }) =>
      readJson(
        ofMember(locationId, accountId, 'visits', pageParam ? { after: pageParam } : {}),
        isMemberVisits,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
