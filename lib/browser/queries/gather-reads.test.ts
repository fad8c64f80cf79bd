import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { statusOf } from '#lib/testing/platform-status.ts';
import { presenceQuery, readersQuery, statusQuery, todayQuery } from './desk-queries.ts';
import { makeQueryClient } from './query-client.ts';
import { refetchWithinMs } from './read-query.ts';

const status = statusOf();
const bodies: Record<string, unknown> = {
  '/presence': { entries: [] },
  '/status': status,
  '/taps/today': [],
  '/readers': [],
};

/** The requests: their address, their parts, and whether they were aborted. */
let asked: { path: string; locationId: string | null; parts: string[]; signal: AbortSignal }[];
/** The answer to each request; by default as the desk's. */
let answer: (parts: string[]) => Response | Promise<Response>;
const asDesk = (parts: string[]) =>
  Response.json({ answers: parts.map((part) => ({ status: 200, body: bodies[part] })) });

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answer = asDesk;
  vi.stubGlobal('fetch', async (address: string, { signal }: { signal: AbortSignal }) => {
    const { pathname, searchParams } = new URL(address, 'http://desk');
    const parts = searchParams.getAll('read');
    asked.push({ path: pathname, locationId: searchParams.get('locationId'), parts, signal });
    return pathname === '/api/desk/together' ? answer(parts) : Response.json(bodies[pathname.replace('/api/desk', '')]);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const queries = [presenceQuery, statusQuery, todayQuery];
function show(client = makeQueryClient(), locationId = 'west') {
  // safe because: only whether it was read is looked at
  const observers = queries.map(
    (query) => new QueryObserver(client, query(locationId) as ReturnType<typeof statusQuery>),
  );
  const stops = observers.map((observer) => observer.subscribe(() => {}));
  return {
    client,
    results: () => observers.map((observer) => observer.getCurrentResult()),
    close: () => stops.map((stop) => stop()),
  };
}
const parts = ['/presence', '/status', '/taps/today'];

test('what a page asks for at the same time is one request, and each list gets its own answer', async () => {
  const page = show();
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toMatchObject([{ path: '/api/desk/together', locationId: 'west', parts }]);
  expect(page.results().map(({ data }) => data)).toEqual(parts.map((part) => bodies[part]));
  page.close();
});

test('lists that an event made stale wait for each other, and a first fetch takes them along', async () => {
  const page = show();
  await vi.advanceTimersByTimeAsync(10);
  void page.client.invalidateQueries({ queryKey: ['presence', 'west'] });
  await vi.advanceTimersByTimeAsync(refetchWithinMs / 2);
  void page.client.invalidateQueries({ queryKey: ['taps', 'west'] });
  await vi.advanceTimersByTimeAsync(refetchWithinMs);
  expect(asked[1]?.parts).toEqual(['/presence', '/taps/today']);
  void page.client.invalidateQueries({ queryKey: ['status', 'west'] });
  await vi.advanceTimersByTimeAsync(1);
  void page.client.fetchQuery(readersQuery('west'));
  await vi.advanceTimersByTimeAsync(1);
  expect(asked[2]?.parts).toEqual(['/status', '/readers']);
  await vi.advanceTimersByTimeAsync(refetchWithinMs);
  expect(asked).toHaveLength(3);
  page.close();
});

test('a read that nobody asks for with others has its own address', async () => {
  const { data } = { data: await asRead(makeQueryClient().fetchQuery(statusQuery('west'))) };
  expect(data).toEqual(status);
  expect(asked.map(({ path }) => path)).toEqual(['/api/desk/status']);
});

async function asRead<T>(reading: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(10);
  return reading;
}

test('a refusal or a foreign answer of one read concerns no other', async () => {
  const error = { code: 'notAllowed', message: 'Not yours.', requestId: 'r', retryable: false };
  answer = (named) =>
    Response.json({
      answers: named.map((part) => {
        if (part === '/presence') return { status: 403, body: { ok: false, error } };
        return { status: 200, body: part === '/status' ? { message: 'no Route matched' } : bodies[part] };
      }),
    });
  const page = show();
  await vi.advanceTimersByTimeAsync(10);
  const [presence, statusResult, today] = page.results();
  expect(presence?.error).toMatchObject({ status: 403, code: 'notAllowed' });
  expect(statusResult).toMatchObject({ data: undefined, isFetching: true });
  expect(today?.data).toEqual([]);
  page.close();
});

test('an answer with fewer reads than were asked for is no data for the others', async () => {
  answer = (named) => asDesk(named.slice(0, 1));
  const page = show();
  await vi.advanceTimersByTimeAsync(10);
  expect(page.results().map(({ data }) => data !== undefined)).toEqual([true, false, false]);
  page.close();
});

test('reads that a busy desk refused together are asked for together again', async () => {
  answer = () => new Response(null, { status: 503, headers: { 'retry-after': '20' } });
  const page = show();
  await vi.advanceTimersByTimeAsync(10);
  answer = asDesk;
  await vi.advanceTimersByTimeAsync(40_000);
  expect(asked.map((one) => one.parts)).toEqual([parts, parts]);
  page.close();
});

test('lists that fail in one response are asked for together again', async () => {
  const error = { code: 'unexpected', message: 'The desk could not do this.', requestId: 'r', retryable: true };
  const failed = { status: 500, body: { ok: false, error } };
  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValue(0.9);
  answer = (named) =>
    Response.json({
      answers: named.map((part) => (part === '/presence' ? { status: 200, body: bodies[part] } : failed)),
    });
  const page = show();
  await vi.advanceTimersByTimeAsync(10);
  answer = asDesk;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked.map((one) => one.parts)).toEqual([parts, parts.slice(1)]);
  page.close();
});

test('a process of the previous version, which does not know the request, is asked for each read', async () => {
  const error = { code: 'notFound', message: 'There is no such read.', requestId: 'r', retryable: false };
  answer = () => Response.json({ ok: false, error }, { status: 404 });
  const page = show();
  await vi.advanceTimersByTimeAsync(10);
  expect(asked.slice(1).map(({ path }) => path)).toEqual(parts.map((part) => `/api/desk${part}`));
  expect(page.results().map(({ data }) => data)).toEqual(parts.map((part) => bodies[part]));
  page.close();
});

test('a read that a process of the previous version does not answer with others is asked for alone', async () => {
  const error = {
    code: 'notFound',
    message: 'This read is not answered with others.',
    requestId: 'r',
    retryable: false,
  };
  answer = (named) =>
    Response.json({
      answers: named.map((part) =>
        part === '/status' ? { status: 404, body: { ok: false, error } } : { status: 200, body: bodies[part] },
      ),
    });
  const page = show();
  await vi.advanceTimersByTimeAsync(10);
  expect(asked.map(({ path }) => path)).toEqual(['/api/desk/together', '/api/desk/status']);
  expect(page.results().map(({ data }) => data)).toEqual(parts.map((part) => bodies[part]));
  page.close();
});

test('a cancelled read is not asked for, and a request that nobody wants any more is aborted', async () => {
  answer = () => new Promise(() => {});
  const page = show();
  void page.client.cancelQueries({ queryKey: ['presence', 'west'] });
  await vi.advanceTimersByTimeAsync(10);
  expect(asked[0]?.parts).toEqual(['/status', '/taps/today']);
  void page.client.cancelQueries({ queryKey: ['status', 'west'] });
  await vi.advanceTimersByTimeAsync(10);
  expect(asked[0]?.signal.aborted).toBe(false);
  void page.client.cancelQueries({ queryKey: ['taps', 'west'] });
  await vi.advanceTimersByTimeAsync(10);
  expect(asked[0]?.signal.aborted).toBe(true);
  page.close();
});

test('neither another location nor another page shares a request', async () => {
  const first = show();
  const pages = [first, show(first.client, 'ost'), show()];
  await vi.advanceTimersByTimeAsync(10);
  expect(asked.map(({ locationId, parts: named }) => [locationId, named.length])).toEqual([
    ['west', 3],
    ['ost', 3],
    ['west', 3],
  ]);
  for (const page of pages) page.close();
});
