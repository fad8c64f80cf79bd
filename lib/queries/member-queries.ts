import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { longestSearch, shortestSearch } from '#lib/names/search-text.ts';
import type { DirectoryPage } from '#lib/wire/directory.ts';
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

/** All members of the directory, newest change first, page by page. */
export const directoryQuery = (locationId: string) =>
  infiniteQueryOptions({
    queryKey: ['members', locationId, 'directory'],
    queryFn: ({ signal, pageParam }) =>
      readJson<DirectoryPage>(
        `/api/desk/directory${pageParam ? `?${new URLSearchParams({ after: pageParam })}` : ''}`,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => refreshAfter(state.data?.pages[0]),
  });

/** Members of the directory that a text may mean. What was found for the text before stays until then. */
export const directorySearchQuery = (locationId: string, text: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'directory', text],
    queryFn: ({ signal }) => readJson<DirectoryPage>(`/api/desk/directory?${new URLSearchParams({ q: text })}`, signal),
    enabled: text.length >= shortestSearch && text.length <= longestSearch,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refreshAfter(state.data),
    retry: false,
    gcTime: 30_000,
  });

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
