import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { statusOf } from '#lib/testing/platform-status.ts';
import { statusQuery } from './desk-queries.ts';
import { type LiveConnection, liveConnectionOf } from './live-connection.ts';
import { makeQueryClient } from './query-client.ts';
import { recordQueries } from './recorded-queries.ts';

class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static latest: FakeSource | null = null;
  readyState = 1;
  onopen = () => {};
  onerror = () => {};
  constructor() {
    super();
    FakeSource.latest = this;
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
}

const answer = statusOf();
const accept = () => Response.json(answer);
const refuse = (status: 401 | 403) => {
  const code = status === 401 ? 'signedOut' : 'notAllowed';
  return Response.json({ ok: false, error: { code, message: '', requestId: 'r', retryable: false } }, { status });
};

/** The desk's answers to the requests so far, oldest first: a test decides when each arrives. */
let asked: PromiseWithResolvers<Response>[];
let ends: string[];
let connection: LiveConnection;
let queryClient: ReturnType<typeof makeQueryClient>;

async function respond(index: number, response: Response): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  asked[index]?.resolve(response);
  await vi.advanceTimersByTimeAsync(1);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeSource);
  asked = [];
  vi.stubGlobal('fetch', () => {
    const request = Promise.withResolvers<Response>();
    asked.push(request);
    return request.promise;
  });
  ends = [];
  queryClient = makeQueryClient();
  connection = liveConnectionOf(queryClient);
  connection.onEnd((end) => ends.push(end));
  connection.listen('west', () => {});
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a late 401 of a former session does not end the page: the present session is asked once', async () => {
  const stop = new QueryObserver(queryClient, statusQuery('west')).subscribe(() => {});
  await respond(0, refuse(401));
  expect([ends, asked.length]).toEqual([[], 2]);
  await respond(1, accept());
  expect([ends, asked.length]).toEqual([[], 2]);
  stop();
});

test.each([
  [401, 'signedOut'],
  [403, 'notAllowed'],
] as const)('a %d that the check confirms ends the page, and is not checked again', async (status, end) => {
  connection.hearRefusal(status);
  await respond(0, refuse(status));
  await vi.advanceTimersByTimeAsync(10_000);
  expect([ends, asked.length]).toEqual([[end], 1]);
});

test('the sections of a page share its connection', () => {
  expect(liveConnectionOf(recordQueries(queryClient).client)).toBe(connection);
});

test('refusals at the same time share one check', async () => {
  for (const status of [401, 403, 401]) connection.hearRefusal(status);
  await respond(0, refuse(401));
  expect([ends, asked.length]).toEqual([['signedOut'], 1]);
  connection.hearRefusal(401);
  expect(asked).toHaveLength(2);
});

test('a check from before a new sign-in does not end the page, and the next refusal has its own', async () => {
  connection.hearRefusal(401);
  connection.reopen();
  connection.hearRefusal(401);
  await respond(0, refuse(401));
  expect([ends, asked.length]).toEqual([[], 2]);
  await respond(1, refuse(401));
  expect(ends).toEqual(['signedOut']);
});

test('a check at the former location does not end the page of another one', async () => {
  connection.hearRefusal(403);
  connection.listen('ost', () => {});
  await respond(0, refuse(403));
  expect(ends).toEqual([]);
});

test('a stream that ends with its session ends the page only if the present session has ended', async () => {
  const end = () => FakeSource.latest?.dispatchEvent(new MessageEvent('ended'));
  end();
  await respond(0, accept());
  expect(ends).toEqual([]);
  end();
  await respond(1, refuse(401));
  expect(ends).toEqual(['signedOut']);
});

test('other failures, and a check that gets no answer, end nothing', async () => {
  connection.hearRefusal(404);
  expect(asked).toHaveLength(0);
  connection.hearRefusal(401);
  asked[0]?.reject(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toEqual([]);
});

test('a 401 on a page without a location ends it at once', () => {
  const elsewhere = makeQueryClient();
  liveConnectionOf(elsewhere).onEnd((end) => ends.push(end));
  liveConnectionOf(elsewhere).hearRefusal(401);
  expect([ends, asked.length]).toEqual([['signedOut'], 0]);
});
