import { type InvalidateQueryFilters, queryOptions } from '@tanstack/react-query';
import type { ForgottenMember } from '#lib/wire/forgotten-member.ts';
import type { LiveEventName } from '#lib/wire/live.ts';
import { isSearchable } from '#lib/wire/names/search-text.ts';
import {
  confirmedTaps,
  demo,
  forgottenMembers,
  managersHere,
  memberSearch,
  presence,
  readers,
  settingsTag,
  status,
  tapsOfToday,
} from '#lib/wire/reads/counter.ts';
import { keyOf } from '#lib/wire/reads/key-of.ts';
import type { ReadList } from '#lib/wire/reads/read.ts';
import { askGathered } from './gather-reads.ts';
import { gathered, ofPlatform, readQuery, refetchWithinMs } from './read-query.ts';

export const presenceQuery = (locationId: string) => readQuery(presence, locationId, {});

export const readersQuery = (locationId: string) => readQuery(readers, locationId, {});

export const settingsTagQuery = (locationId: string) => readQuery(settingsTag, locationId, {});

export const statusQuery = (locationId: string) => readQuery(status, locationId, {});

export const managersQuery = (locationId: string) => readQuery(managersHere, locationId, {});

export const demoQuery = (locationId: string) => readQuery(demo, locationId, {});

export const todayQuery = (locationId: string) => readQuery(tapsOfToday, locationId, {});

export const confirmedQuery = (locationId: string, tapIds: readonly string[]) => ({
  ...readQuery(confirmedTaps, locationId, { tapId: tapIds }, () => refetchWithinMs),
  enabled: tapIds.length > 0,
  gcTime: 0,
});

/**
 * Those of the members in this window's verdicts whose data was deleted: asked after a live event, after a gap, and by the slow polling.
 * @param shown their accounts, at the moment of asking
 */
export const forgottenQuery = (locationId: string, shown: () => readonly string[]) =>
  queryOptions({
    queryKey: keyOf(forgottenMembers, locationId, { accountId: [] }),
    meta: gathered,
    queryFn: ({ signal, client }): Promise<ForgottenMember[]> | ForgottenMember[] => {
      const accountId = shown();
      if (accountId.length === 0) return [];
      const asked = { client, read: forgottenMembers, locationId, input: { accountId }, signal };
      return askGathered({ ...asked, withinMs: refetchWithinMs });
    },
    initialData: [],
    // an equal answer counts again: a late verdict may have come since
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Whether one text is the other with letters added at its end. */
export const isSameTyping = (text: string, other: string): boolean =>
  text !== '' && other !== '' && (text.startsWith(other) || other.startsWith(text));

const whileReadMs = 2_000;

/** Search results are cached for a short time only. */
export const memberSearchQuery = (locationId: string, text: string) => {
  const query = readQuery(memberSearch, locationId, { q: text });
  return queryOptions({
    ...query,
    enabled: isSearchable(text),
    // keep the results of the text before one more letter
    placeholderData: (found, before) => (before && isSameTyping(text, before.queryKey[3].q) ? found : undefined),
    // until the desk has mirrored all members, search again for those it has just read
    refetchInterval: ({ state }) => (state.data?.isWhole === false ? whileReadMs : false),
    retry: false,
    gcTime: 30_000,
  });
};

/** The lists of a location that a live event invalidates. */
const staleAfter: Partial<Record<LiveEventName, readonly ReadList[]>> = {
  presence: ['presence', 'floor', 'verdicts'],
  taps: ['taps', 'verdicts'],
  tasks: ['tasks', 'floor', 'presence', 'outbox'],
  status: ['status', 'legacy', 'connection', 'gettingStarted', 'optOuts', 'outbox'],
};

/** The prefix of all query keys of a list of a location. */
const ofList = (list: string, locationId: string) => ({ queryKey: [list, locationId] });

/**
 * The queries that a live event refetches. The event `kept` concerns the desk's own data only: no query of the
 * platform.
 */
export function staleAfterEvent(event: LiveEventName, locationId: string): InvalidateQueryFilters[] {
  if (event === 'kept') return [{ ...ofList('members', locationId), predicate: ({ meta }) => meta !== ofPlatform }];
  return (staleAfter[event] ?? [event]).map((list) => ofList(list, locationId));
}
