import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { askRead } from '#lib/browser/base/ask-desk.ts';
import { keyOf } from '#lib/wire/reads/key-of.ts';
import type { NextPage, Read } from '#lib/wire/reads/read.ts';

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

/** Options of such a query: no polling. */
export const whenChanged = { refetchInterval: false, meta: ofPlatform } as const;

/** Query options of a read. The caller sets how often it is refetched. */
export const readQuery = <Input extends object, Answer>(
  read: Read<Input, Answer>,
  locationId: string,
  input: Input,
  afterMs: (isKept: boolean) => number = () => 0,
) =>
  queryOptions({
    queryKey: keyOf(read, locationId, input),
    queryFn: async ({ signal, client, queryKey }) => {
      await pause(afterMs(client.getQueryData(queryKey) !== undefined), signal);
      return askRead(read, locationId, input, signal);
    },
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
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0) return;
  await new Promise((resolve) => setTimeout(resolve, ms));
  signal.throwIfAborted();
}
