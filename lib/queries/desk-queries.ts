import { queryOptions } from '@tanstack/react-query';
import { isSearchable } from '#lib/names/search-text.ts';
import type { MemberMatches } from '#lib/wire/directory.ts';
import type { LiveEventName } from '#lib/wire/live.ts';
import type { PresenceView } from '#lib/wire/presence.ts';
import type { PlatformStatus } from '#lib/wire/status.ts';

/** A read the desk's own server refused or could not answer. */
export class ReadError extends Error {
  override name = 'ReadError';
  readonly status: number;
  constructor(status: number) {
    super(`The desk answered ${status}.`);
    this.status = status;
  }
}

/** Reads what one of our own routes answers. */
export async function readJson<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(path, { signal, cache: 'no-store', headers: { accept: 'application/json' } });
  if (!response.ok) throw new ReadError(response.status);
  return (await response.json()) as T; // safe because: our own route answers this shape
}

/** The same, so many milliseconds later: what every tap makes stale is not in the way of its verdict. */
export async function readLater<T>(path: string, signal: AbortSignal, afterMs: number): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  signal.throwIfAborted();
  return readJson<T>(path, signal);
}

/** The verdict of the window that made the tap is painted by then, and other windows still see at once who came. */
const presenceAfterMs = 60;

/** Who is in the gym at a location. */
export const presenceQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['presence', locationId],
    queryFn: ({ signal, client, queryKey }) =>
      readLater<PresenceView>('/api/desk/presence', signal, client.getQueryData(queryKey) ? presenceAfterMs : 0),
  });

/** How the platform of a location is, and what waits for it. */
export const statusQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['status', locationId],
    queryFn: ({ signal }) => readJson<PlatformStatus>('/api/desk/status', signal),
  });

/** Whether one text is the other with letters added at its end. */
export const isSameTyping = (text: string, other: string): boolean =>
  text !== '' && other !== '' && (text.startsWith(other) || other.startsWith(text));

/** Members that a typed text may mean, the most certain first. What is found is not kept for long. */
export const memberSearchQuery = (locationId: string, text: string) =>
  queryOptions({
    queryKey: ['members', locationId, text] as const,
    queryFn: ({ signal }) => readJson<MemberMatches>(`/api/desk/members?${new URLSearchParams({ q: text })}`, signal),
    enabled: isSearchable(text),
    // what was found for the text before one more letter
    placeholderData: (found, query) => (query && isSameTyping(text, query.queryKey[2]) ? found : undefined),
    refetchInterval: false,
    retry: false,
    gcTime: 30_000,
  });

/** Which queries a live event makes stale: their keys begin so. */
const staleAfter: Partial<Record<LiveEventName, readonly string[]>> = {
  presence: ['presence', 'floor', 'verdicts'],
  taps: ['taps', 'verdicts'],
  tasks: ['tasks', 'floor', 'presence'],
  status: ['status', 'legacy'],
};

export const queryKeysOf = (event: LiveEventName): string[][] => (staleAfter[event] ?? [event]).map((key) => [key]);
