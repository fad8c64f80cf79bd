import { type InvalidateQueryFilters, queryOptions } from '@tanstack/react-query';
import { readJson } from '#lib/browser/ask-desk.ts';
import { isSearchable } from '#lib/names/search-text.ts';
import { isMemberMatches } from '#lib/wire/answers/directory.ts';
import { isPresence } from '#lib/wire/answers/presence.ts';
import type { Is } from '#lib/wire/answers/shape.ts';
import { isStatus } from '#lib/wire/answers/status.ts';
import type { LiveEventName } from '#lib/wire/live.ts';
import { type PathAt, pathAt } from '#lib/wire/path-at.ts';

/** Reads what one of our own routes answers, so many milliseconds later: what every tap makes stale is not in the way of its verdict. */
export async function readLater<T>(path: PathAt, isAnswer: Is<T>, signal: AbortSignal, afterMs: number): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  signal.throwIfAborted();
  return readJson(path, isAnswer, signal);
}

/** The verdict of the window that made the tap is painted by then, and other windows still see at once who came. */
const presenceAfterMs = 60;

/** Who is in the gym at a location. */
export const presenceQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['presence', locationId],
    queryFn: ({ signal, client, queryKey }) =>
      readLater(
        pathAt(locationId, '/api/desk/presence'),
        isPresence,
        signal,
        client.getQueryData(queryKey) ? presenceAfterMs : 0,
      ),
  });

/** How the platform of a location is, and what waits for it. */
export const statusQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['status', locationId],
    queryFn: ({ signal }) => readJson(pathAt(locationId, '/api/desk/status'), isStatus, signal),
  });

/** Marks a read that asks the platform: it is made when a page is opened and when something changed, not by every look. */
export const ofPlatform = { asks: 'platform' } as const;

/** Whether one text is the other with letters added at its end. */
export const isSameTyping = (text: string, other: string): boolean =>
  text !== '' && other !== '' && (text.startsWith(other) || other.startsWith(text));

/** Members that a typed text may mean, the most certain first. What is found is not kept for long. */
export const memberSearchQuery = (locationId: string, text: string) =>
  queryOptions({
    queryKey: ['members', locationId, text] as const,
    queryFn: ({ signal }) => readJson(pathAt(locationId, '/api/desk/members', { q: text }), isMemberMatches, signal),
    enabled: isSearchable(text),
    // what was found for the text before one more letter
    placeholderData: (found, query) => (query && isSameTyping(text, query.queryKey[2]) ? found : undefined),
    refetchInterval: false,
    retry: false,
    gcTime: 30_000,
  });

/** Which lists of a location a live event makes stale: their keys begin so. */
const staleAfter: Partial<Record<LiveEventName, readonly string[]>> = {
  presence: ['presence', 'floor', 'verdicts'],
  taps: ['taps', 'verdicts'],
  tasks: ['tasks', 'floor', 'presence'],
  status: ['status', 'legacy'],
};

/** What a live event has read again. Whatever only the desk has asks the platform for nothing. */
export function staleAfterEvent(event: LiveEventName, locationId: string): InvalidateQueryFilters[] {
  const ofMembers = { queryKey: ['members', locationId] };
  if (event === 'kept') return [{ ...ofMembers, predicate: ({ meta }) => meta !== ofPlatform }];
  const keys = (staleAfter[event] ?? [event]).map((list) => [list, locationId]);
  return keys.map((queryKey) => ({ queryKey }));
}
