import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DirectoryFilters, DirectoryPage } from '#lib/wire/directory.ts';
import type { ProfileAnswer, RolesView } from '#lib/wire/members.ts';
import type { NotesView } from '#lib/wire/notes.ts';
import type { MemberVisitsPage } from '#lib/wire/visits.ts';
import { readJson } from './desk-queries.ts';

/** While the platform is away, it is asked again after so long. */
const askAgainEveryMs = 15_000;

/** A member at a location. Each read asks the platform: it is made when something changed, and not by the clock. */
export const profileQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'profile', accountId],
    queryFn: ({ signal }) => readJson<ProfileAnswer>(`/api/desk/members/${encodeURIComponent(accountId)}`, signal),
    refetchInterval: ({ state }) => (state.data?.kind === 'remembered' ? askAgainEveryMs : false),
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
      const asked = new URLSearchParams({ ...textsOf(filters), ...(pageParam !== null && { after: pageParam }) });
      return readJson<DirectoryPage>(`/api/desk/directory?${asked}`, signal);
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

const ofMember = (accountId: string, part: string) => `/api/desk/members/${encodeURIComponent(accountId)}/${part}`;

/** What a member is in this gym. Asks the platform, as {@link profileQuery} does. */
export const rolesQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'roles', accountId],
    queryFn: ({ signal }) => readJson<RolesView | null>(ofMember(accountId, 'roles'), signal),
    refetchInterval: false,
    retry: false,
  });

/** What staff wrote about a member. */
export const notesQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'notes', accountId],
    queryFn: ({ signal }) => readJson<NotesView>(ofMember(accountId, 'notes'), signal),
  });

/** Arrivals and departures of a member, newest first, page by page. */
export const memberVisitsQuery = (locationId: string, accountId: string) =>
  infiniteQueryOptions({
    queryKey: ['presence', locationId, 'visits', accountId],
    queryFn: ({ signal, pageParam }) =>
      readJson<MemberVisitsPage>(
        `${ofMember(accountId, 'visits')}${pageParam ? `?${new URLSearchParams({ after: pageParam })}` : ''}`,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
