import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { askRead } from '#lib/browser/base/ask-desk.ts';
import { keyOf } from '#lib/wire/reads/key-of.ts';
import type { NextPage, Read } from '#lib/wire/reads/read.ts';
import { askGathered } from './gather-reads.ts';

/**
 * Live events keep lists current; this slow polling covers an event that got lost. With jitter: windows that were opened at the
 * same moment do not poll at the same moment.
 */
export const refreshMs = 60_000 * (0.8 + 0.4 * Math.random());

/** Whether a query key is about a member. */
export const isAbout = ([, , , input]: readonly unknown[], accountId: string): boolean =>
  typeof input === 'object' && input !== null && 'accountId' in input && input.accountId === accountId;

/** Marks a query of the platform: it is fetched when a page opens and when something changed, not on each refetch. */
export const ofPlatform = { asks: 'platform' } as const;

/** Marks a query of a list that the desk gathers with others: it may be repeated without a person asking for it. */
export const gathered = { asks: 'desk' } as const;

/** Options of a query of the platform: no polling. */
export const whenChanged = { refetchInterval: false, meta: ofPlatform } as const;

/**
 * Every tap makes several lists stale. The delay gathers them into one request, and keeps it out of the way of the verdict; other
 * windows notice no lag.
 */
export const refetchWithinMs = 200;

/** Query options of a read. The caller sets how often it is refetched. */
export const readQuery = <Input extends object, Answer>(
  read: Read<Input, Answer>,
  locationId: string,
  input: Input,
  withinMs: (isKept: boolean) => number = (isKept) => (isKept ? refetchWithinMs : 0),
) =>
  queryOptions({
    queryKey: keyOf(read, locationId, input),
    ...(read.isGathered && { meta: gathered }),
    queryFn: ({ signal, client, queryKey }) =>
      read.isGathered
        ? askGathered({
            client,
            read,
            locationId,
            input,
            signal,
            withinMs: withinMs(client.getQueryData(queryKey) !== undefined),
          })
        : askRead(read, locationId, input, signal),
  });

/** Query options of a list in pages. */
export const readPages = <Input extends object, Page extends { next: string | null }>(
  read: Read<Input & NextPage, Page>,
  locationId: string,
  input: Input,
) =>
  infiniteQueryOptions({
    queryKey: keyOf(read, locationId, input),
    queryFn: ({ signal, pageParam }) => askRead(read, locationId, { ...input, after: pageParam ?? undefined }, signal),
    initialPageParam: null as string | null, // safe because: it only widens the type
    getNextPageParam: ({ next }) => next,
  });
