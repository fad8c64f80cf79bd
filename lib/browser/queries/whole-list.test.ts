import { InfiniteQueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VisitsPage } from '#lib/wire/visits.ts';
import { visitsOfDayQuery } from './list-queries.ts';
import { makeQueryClient } from './query-client.ts';
import { cutBack, readRest } from './whole-list.ts';

const today = '2026-11-23';
const pageAfter = (after: number): VisitsPage => ({
  lines: [],
  sums: null,
  people: [],
  next: after < 9 ? String(after + 1) : null,
});

/** Today's visits in ten pages, as far as the desk responds. */
async function openVisits(answer: (after: number) => Response) {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (address: string) => answer(Number(new URL(address, 'http://desk').searchParams.get('after') ?? 0))),
  );
  const queryClient = makeQueryClient();
  const query = visitsOfDayQuery('l', { day: today, name: '' }, today);
  const observer = new InfiniteQueryObserver(queryClient, query);
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  const list = {
    hasNextPage: observer.getCurrentResult().hasNextPage,
    fetchNextPage: () => observer.fetchNextPage(),
  };
  const shown = () => observer.getCurrentResult().data?.pages.length;
  return { queryClient, queryKey: query.queryKey, list, shown, stop };
}

const signedOut = () => {
  const error = { code: 'signedOut', message: 'Nobody is signed in.', requestId: 'r', retryable: false };
  return Response.json({ ok: false, error }, { status: 401 });
};

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('all pages of a list are read', async () => {
  const { list, shown, stop } = await openVisits((after) => Response.json(pageAfter(after)));
  expect(shown()).toBe(1);
  expect(await readRest(list, () => true)).toBe('whole');
  expect(shown()).toBe(10);
  stop();
});

test('the first failing page ends the reading', async () => {
  const { list, stop } = await openVisits((after) => (after < 4 ? Response.json(pageAfter(after)) : signedOut()));
  expect(await readRest(list, () => true)).toBe('failed');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fetch).toHaveBeenCalledTimes(5);
  stop();
});

test('after leaving the page no further pages are read', async () => {
  const { list, stop } = await openVisits((after) => Response.json(pageAfter(after)));
  let asked = 0;
  expect(await readRest(list, () => ++asked < 3)).toBe('unwanted');
  expect(fetch).toHaveBeenCalledTimes(4);
  stop();
});

test('after the list was cut back to one page, a tap refetches one page, even if all pages were being read', async () => {
  const { queryClient, queryKey, list, shown, stop } = await openVisits((after) => Response.json(pageAfter(after)));
  await readRest(list, () => true);
  const tap = () => void queryClient.invalidateQueries({ queryKey: ['verdicts', 'l'] });
  vi.mocked(fetch).mockClear();
  tap();
  await vi.advanceTimersByTimeAsync(0);
  expect(fetch).toHaveBeenCalledTimes(10);
  tap();
  await cutBack(queryClient, queryKey, 1);
  vi.mocked(fetch).mockClear();
  tap();
  await vi.advanceTimersByTimeAsync(100);
  expect([vi.mocked(fetch).mock.calls.length, shown()]).toEqual([1, 1]);
  stop();
});
