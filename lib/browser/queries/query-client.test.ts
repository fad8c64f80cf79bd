import { focusManager, onlineManager, type QueryKey, QueryObserver, type UseQueryOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { statusOf } from '#lib/testing/platform-status.ts';
import { memberSearchQuery, readersQuery, staleAfterEvent, statusQuery } from './desk-queries.ts';
import { corporateEndingsQuery, visitsOfDayQuery } from './list-queries.ts';
import { liveConnectionOf } from './live-connection.ts';
import { cardsQuery, passesQuery, productsQuery, profileQuery, rolesQuery } from './member-queries.ts';
import { makeQueryClient } from './query-client.ts';
import { gathered, ofPlatform, refreshMs } from './read-query.ts';

const status = statusOf();

/** Fetches a query with these responses in order; the last one repeats. */
function readFrom(...answers: (() => Response)[]) {
  const last = answers.at(-1) ?? Response.error;
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => (answers.shift() ?? last)()),
  );
  const observer = new QueryObserver(makeQueryClient(), statusQuery('l'));
  return { observer, stop: observer.subscribe(() => {}) };
}

const isFull = () => new Response(null, { status: 503, headers: { 'retry-after': '20' } });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a busy desk is retried after its Retry-After, without limit', async () => {
  const { observer, stop } = readFrom(isFull, isFull, isFull, isFull, isFull, () => Response.json(status));
  await vi.advanceTimersByTimeAsync(19_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5 * 30_000);
  expect(observer.getCurrentResult().data).toEqual(status);
  stop();
});

test('how the readers write is polled slowly: a window that could not read it after a change learns it by that', () => {
  expect(makeQueryClient().defaultQueryOptions(readersQuery('l')).refetchInterval).toBe(refreshMs);
});

test('a response of something else in the desk’s place is no data, and the read is retried', async () => {
  const { observer, stop } = readFrom(
    () => Response.json({ message: 'no Route matched' }),
    () => Response.json(status),
  );
  await vi.advanceTimersByTimeAsync(400);
  expect(observer.getCurrentResult()).toMatchObject({ data: undefined, isFetching: true });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(observer.getCurrentResult().data).toEqual(status);
  stop();
});

test('a refusal of the desk is not retried', async () => {
  const error = { code: 'notAllowed', message: 'Not yours.', requestId: 'r', retryable: false };
  const { observer, stop } = readFrom(() => Response.json({ ok: false, error }, { status: 403 }));
  await vi.advanceTimersByTimeAsync(40_000);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(observer.getCurrentResult().error).toMatchObject({ status: 403, code: 'notAllowed' });
  stop();
});

test('a 401 of any read ends the page', async () => {
  const error = { code: 'signedOut', message: 'Nobody is signed in.', requestId: 'r', retryable: false };
  vi.stubGlobal('fetch', async () => Response.json({ ok: false, error }, { status: 401 }));
  const queryClient = makeQueryClient();
  const ended = vi.fn();
  liveConnectionOf(queryClient).onEnd(ended);
  const stop = new QueryObserver(queryClient, statusQuery('l')).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1);
  expect(ended.mock.calls).toEqual([['signedOut']]);
  stop();
});

test('reads are sent even if the browser reports to be offline, as the desk may be on the same computer', async () => {
  onlineManager.setOnline(false);
  const { observer, stop } = readFrom(() => Response.json(status));
  await vi.advanceTimersByTimeAsync(1);
  onlineManager.setOnline(true);
  expect(observer.getCurrentResult().data).toEqual(status);
  stop();
});

test('a tab that becomes visible does not refetch', async () => {
  const { stop } = readFrom(() => Response.json(status));
  await vi.advanceTimersByTimeAsync(15_000);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(1);
  focusManager.setFocused(undefined);
  expect(fetch).toHaveBeenCalledTimes(1);
  stop();
});

// a refusal changes nobody's presence
test.each(['presence', 'taps'] as const)(
  'visits of past days are read once, those of today and yesterday after each event %s',
  (event) => {
    const keysOfTaps = staleAfterEvent(event, 'l').map(({ queryKey }) => String(queryKey));
    const queryOf = (day: string, until?: string) =>
      visitsOfDayQuery('l', { day, name: '', ...(until && { until }) }, '2026-11-23');
    const isReadAtTaps = (query: ReturnType<typeof queryOf>) => keysOfTaps.includes(String(query.queryKey.slice(0, 2)));
    for (const past of [queryOf('2026-11-21'), queryOf('2026-10-01', '2026-11-21')]) {
      expect([isReadAtTaps(past), past.refetchInterval]).toEqual([false, false]);
    }
    for (const current of [queryOf('2026-11-22'), queryOf('2026-11-23'), queryOf('2026-10-01', '2026-11-23')]) {
      expect([isReadAtTaps(current), current.refetchInterval]).toEqual([true, undefined]);
    }
  },
);

/** Whether a query asks the platform, and its polling interval without data. */
function asked<Answer, Shown, Key extends QueryKey>({
  meta,
  queryKey,
  refetchInterval,
}: UseQueryOptions<Answer, Error, Shown, Key> & { queryKey: Key }) {
  const client = makeQueryClient();
  const query = client.getQueryCache().build<Answer, Error, Answer, Key>(client, { queryKey });
  return { meta, interval: typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval };
}

test('a list that is gathered with others is marked, and a search of a person is not', () => {
  expect([statusQuery('l').meta, memberSearchQuery('l', 'Ada').meta]).toEqual([gathered, undefined]);
});

test.each([
  ['profile', asked(profileQuery('l', 'a'))],
  ['roles', asked(rolesQuery('l', 'a'))],
  ['cards', asked(cardsQuery('l', 'a'))],
  ['passes', asked(passesQuery('l', 'a'))],
  ['products', asked(productsQuery('l', 'a'))],
  ['endings of corporate memberships', asked(corporateEndingsQuery('l', { from: '2026-11-01', to: '2026-11-30' }))],
])('%s send a request to the platform, and so are not polled', (_, { meta, interval }) => {
  expect([meta, interval]).toEqual([ofPlatform, false]);
});
