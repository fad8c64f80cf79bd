import { type InvalidateQueryFilters, queryOptions } from '@tanstack/react-query';
import type { LiveEventName } from '#lib/wire/live.ts';
import { isSearchable } from '#lib/wire/names/search-text.ts';
import { confirmedTaps, demo, memberSearch, presence, status, tapsOfToday } from '#lib/wire/reads/counter.ts';
import type { ReadList } from '#lib/wire/reads/read.ts';
import { ofPlatform, readQuery } from './read-query.ts';

/** What every tap makes stale is not in the way of its verdict; other windows still see at once who came. */
const presenceAfterMs = 60;

export const presenceQuery = (locationId: string) =>
  readQuery(presence, locationId, {}, (isKept) => (isKept ? presenceAfterMs : 0));

export const statusQuery = (locationId: string) => readQuery(status, locationId, {});

export const demoQuery = (locationId: string) => readQuery(demo, locationId, {});

/** Nobody waits for what was said of taps while a member stands at the counter. */
const tapsAfterMs = 200;

export const todayQuery = (locationId: string) =>
  readQuery(tapsOfToday, locationId, {}, (isKept) => (isKept ? tapsAfterMs : 0));

export const confirmedQuery = (locationId: string, tapIds: readonly string[]) => ({
  ...readQuery(confirmedTaps, locationId, { tapId: tapIds }, () => tapsAfterMs),
  enabled: tapIds.length > 0,
  gcTime: 0,
});

/** Whether one text is the other with letters added at its end. */
export const isSameTyping = (text: string, other: string): boolean =>
  text !== '' && other !== '' && (text.startsWith(other) || other.startsWith(text));

const whileReadMs = 2_000;

/** What is found is not kept for long. */
export const memberSearchQuery = (locationId: string, text: string) => {
  const query = readQuery(memberSearch, locationId, { q: text });
  return queryOptions({
    ...query,
    enabled: isSearchable(text),
    // what was found for the text before one more letter
    placeholderData: (found, before) => (before && isSameTyping(text, before.queryKey[3].q) ? found : undefined),
    // who has not been read yet is found as soon as they have
    refetchInterval: ({ state }) => (state.data?.isWhole === false ? whileReadMs : false),
    retry: false,
    gcTime: 30_000,
  });
};

/** Which lists of a location a live event makes stale. */
const staleAfter: Partial<Record<LiveEventName, readonly ReadList[]>> = {
  presence: ['presence', 'floor', 'verdicts'],
  taps: ['taps', 'verdicts'],
  tasks: ['tasks', 'floor', 'presence'],
  status: ['status', 'legacy'],
};

/** All that is kept of a list of a location: its keys begin so. */
const ofList = (list: string, locationId: string) => ({ queryKey: [list, locationId] });

/** What a live event has read again. Whatever only the desk has asks the platform for nothing. */
export function staleAfterEvent(event: LiveEventName, locationId: string): InvalidateQueryFilters[] {
  if (event === 'kept') return [{ ...ofList('members', locationId), predicate: ({ meta }) => meta !== ofPlatform }];
  return (staleAfter[event] ?? [event]).map((list) => ofList(list, locationId));
}
