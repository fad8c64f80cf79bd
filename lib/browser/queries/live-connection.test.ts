import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ReadError, requireRoom } from '#lib/browser/base/ask-desk.ts';
import { visitsOfDayQuery } from './list-queries.ts';
import { liveConnectionOf } from './live-connection.ts';
import { makeQueryClient } from './query-client.ts';
import { gathered, ofPlatform } from './read-query.ts';
import { dayCurveQuery, gymNowQuery } from './report-queries.ts';

class FakeEventSource {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 1;
  readonly openedAt = Date.now();
  onopen = () => {};
  onerror = () => {};
  readonly heard = new Map<string, () => void>();
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    FakeEventSource.opened.push(this);
  }
  addEventListener(name: string, listener: () => void) {
    this.heard.set(name, listener);
  }
  close() {
    this.readyState = FakeEventSource.CLOSED;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeEventSource.opened = [];
  vi.stubGlobal('EventSource', FakeEventSource);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const latest = () => {
  const source = FakeEventSource.opened.at(-1);
  if (!source) throw new Error('Nobody listens.');
  return source;
};

test('all components share one connection, which closes with the last of them', () => {
  const queryClient = new QueryClient();
  const stops = [1, 2].map(() => liveConnectionOf(queryClient).listen('west', () => {}));
  expect(FakeEventSource.opened).toHaveLength(1);
  stops[0]?.();
  expect(latest().readyState).toBe(1);
  stops[1]?.();
  expect(latest().readyState).toBe(FakeEventSource.CLOSED);
});

test('an event invalidates the queries it names, once', () => {
  const queryClient = new QueryClient();
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  const connection = liveConnectionOf(queryClient);
  for (const _ of [1, 2]) connection.listen('west', () => {});
  latest().heard.get('taps')?.();
  expect(invalidate.mock.calls).toEqual([[{ queryKey: ['taps', 'west'] }], [{ queryKey: ['verdicts', 'west'] }]]);
});

test('a tab that shows another location receives its events, and none of the previous location', () => {
  const queryClient = new QueryClient();
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  const connection = liveConnectionOf(queryClient);
  const stop = connection.listen('west', () => {});
  const west = latest();
  connection.listen('ost', () => {});
  stop();
  expect(FakeEventSource.opened.map(({ url }) => url)).toEqual([
    '/api/live?locationId=west',
    '/api/live?locationId=ost',
  ]);
  expect(west.readyState).toBe(FakeEventSource.CLOSED);
  west.heard.get('members')?.();
  expect(invalidate).not.toHaveBeenCalled();
  latest().heard.get('members')?.();
  expect(invalidate.mock.calls).toEqual([[{ queryKey: ['members', 'ost'] }]]);
});

/** A list that is shown, and its fetches, which the test answers. */
function observePresence(queryClient: QueryClient) {
  const readings: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['presence', 'west'],
    queryFn: () => {
      readings.push(Promise.withResolvers<string>());
      return readings.at(-1)?.promise ?? '';
    },
  });
  return { readings, observer };
}

test('a first fetch in flight when the connection opens is made again', async () => {
  const queryClient = new QueryClient();
  const connection = liveConnectionOf(queryClient);
  connection.listen('west', () => {});
  const { readings, observer } = observePresence(queryClient);
  const stop = observer.subscribe(() => {});
  latest().onopen();
  readings[0]?.resolve('before the change');
  await vi.advanceTimersByTimeAsync(0);
  readings[1]?.resolve('after it');
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult().data).toBe('after it');
  expect(readings).toHaveLength(2);
  stop();
});

test('a first fetch in flight when an event arrives is followed by another fetch, and is not begun anew', async () => {
  const queryClient = new QueryClient();
  liveConnectionOf(queryClient).listen('west', () => {});
  const { readings, observer } = observePresence(queryClient);
  const stop = observer.subscribe(() => {});
  for (let second = 0; second < 30; second += 1) {
    latest().heard.get('presence')?.();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(readings).toHaveLength(1);
  readings[0]?.resolve('before the change');
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult().data).toBe('before the change');
  expect(readings).toHaveLength(2);
  readings.at(-1)?.resolve('after it');
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult().data).toBe('after it');
  stop();
});

test('a first fetch that pauses for a busy desk is not followed by another one, however many events arrive', async () => {
  const queryClient = makeQueryClient();
  liveConnectionOf(queryClient).listen('west', () => {});
  const asked: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['presence', 'west'],
    queryFn: () => {
      asked.push(Promise.withResolvers<string>());
      return asked.at(-1)?.promise ?? '';
    },
  });
  const stop = observer.subscribe(() => {});
  const full = new Response(null, { status: 503, headers: { 'retry-after': '20' } });
  asked[0]?.promise.catch(() => {});
  try {
    requireRoom(full);
  } catch (error) {
    asked[0]?.reject(error);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  for (let second = 0; second < 10; second += 1) {
    latest().heard.get('presence')?.();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toHaveLength(2);
  asked[1]?.resolve('after the events');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(observer.getCurrentResult().data).toBe('after the events');
  expect(asked).toHaveLength(2);
  stop();
});

test('a live event does not end the pause that a busy desk asked a first fetch for', async () => {
  const queryClient = new QueryClient();
  liveConnectionOf(queryClient).listen('west', () => {});
  const attempts: number[] = [];
  const startedAt = Date.now();
  const observer = new QueryObserver(queryClient, {
    queryKey: ['presence', 'west'],
    queryFn: () => {
      attempts.push(Date.now() - startedAt);
      return Promise.reject(new Error('The desk is busy.'));
    },
    retry: true,
    retryDelay: (failures) => (failures + 1) * 10_000,
  });
  const stop = observer.subscribe(() => {});
  for (let second = 0; second < 35; second += 1) {
    latest().heard.get('presence')?.();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(attempts).toEqual([0, 10_000, 30_000]);
  stop();
});

test('a first fetch that pauses before its next attempt is made when the connection opens', async () => {
  const queryClient = new QueryClient();
  liveConnectionOf(queryClient).listen('west', () => {});
  let isBusy = true;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['presence', 'west'],
    queryFn: () => (isBusy ? Promise.reject(new Error('The desk is busy.')) : 'read'),
    retryDelay: 30_000,
  });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(1_000);
  isBusy = false;
  latest().onopen();
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult().data).toBe('read');
  stop();
});

test('after a gap everything is refetched, and listeners are called', async () => {
  const queryClient = new QueryClient();
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  const connection = liveConnectionOf(queryClient);
  const reconnected = vi.fn();
  const changes: boolean[] = [];
  connection.subscribe(() => changes.push(connection.isOpen()));
  connection.listen('west', reconnected);
  const first = latest();
  first.readyState = 0;
  first.onerror();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(FakeEventSource.opened).toHaveLength(2);
  latest().onopen();
  expect(changes).toEqual([false, true]);
  expect(reconnected).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(invalidate).toHaveBeenCalledWith({ predicate: expect.any(Function) });
});

test('jitter spreads the reconnects of windows that lost the desk at the same moment', async () => {
  const stops = Array.from({ length: 40 }, () => liveConnectionOf(new QueryClient()).listen('west', () => {}));
  const lostAt = Date.now();
  for (const source of [...FakeEventSource.opened]) source.onerror();
  await vi.advanceTimersByTimeAsync(4_000);
  const pauses = FakeEventSource.opened.slice(40).map(({ openedAt }) => openedAt - lostAt);
  expect(pauses).toHaveLength(40);
  expect(new Set(pauses).size).toBeGreaterThan(20);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1_000);
  for (const stop of stops) stop();
});

test('a removed listener is not called', async () => {
  const connection = liveConnectionOf(new QueryClient());
  const stop = connection.listen('west', () => {});
  const source = latest();
  source.readyState = FakeEventSource.CLOSED;
  source.onerror();
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(FakeEventSource.opened).toHaveLength(1);
});

test('a tap without a response marks the desk as unreachable until the connection is open again', () => {
  const connection = liveConnectionOf(new QueryClient());
  const reconnected = vi.fn();
  connection.listen('west', reconnected);
  latest().onopen();
  const doubted = latest();
  connection.doubt();
  connection.doubt();
  expect(connection.isOpen()).toBe(false);
  expect(doubted.readyState).toBe(FakeEventSource.CLOSED);
  expect(FakeEventSource.opened).toHaveLength(2);
  latest().onopen();
  expect(connection.isOpen()).toBe(true);
  expect(reconnected).toHaveBeenCalledTimes(2);
});

test('a connection that does not open is retried', async () => {
  const connection = liveConnectionOf(new QueryClient());
  connection.listen('west', () => {});
  latest().readyState = 0;
  await vi.advanceTimersByTimeAsync(9_000);
  expect(FakeEventSource.opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(FakeEventSource.opened).toHaveLength(2);
  expect(connection.isOpen()).toBe(false);
});

/** A query of a page, and the number of its fetches. */
function readingOf(queryClient: QueryClient, queryKey: readonly string[], meta?: typeof ofPlatform) {
  const read = vi.fn(async () => 'read');
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: read, ...(meta && { meta }) });
  observer.subscribe(() => {});
  return read;
}

test('after a gap, reports of today are read again, and visits of days that are over are not', async () => {
  const queryClient = makeQueryClient();
  const keys = [
    dayCurveQuery('west'),
    gymNowQuery('west', 0),
    visitsOfDayQuery('west', { day: '2026-11-20', name: '' }, '2026-11-23'),
  ].map(({ queryKey }) => queryKey);
  for (const key of keys) queryClient.setQueryData<unknown>(key, {});
  liveConnectionOf(queryClient).listen('west', () => {});
  latest().onopen();
  await vi.advanceTimersByTimeAsync(0);
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, false]);
  queryClient.clear();
});

test('after a gap in the connection, queries of the platform are only marked as stale', async () => {
  const queryClient = new QueryClient();
  const own = readingOf(queryClient, ['presence', 'west']);
  const ofMember = readingOf(queryClient, ['members', 'west', 'cards', 'a-1'], ofPlatform);
  liveConnectionOf(queryClient).listen('west', () => {});
  await vi.advanceTimersByTimeAsync(0);
  latest().onopen();
  await vi.advanceTimersByTimeAsync(0);
  expect([own, ofMember].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
  expect(queryClient.getQueryState(['members', 'west', 'cards', 'a-1'])?.isInvalidated).toBe(true);
  latest().heard.get('members')?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(ofMember).toHaveBeenCalledTimes(2);
});

test('the event for notes and photos refetches the desk’s own data of members, and no profile of the platform', async () => {
  const queryClient = new QueryClient();
  const notes = readingOf(queryClient, ['members', 'west', 'notes', 'a-1']);
  const listed = readingOf(queryClient, ['members', 'west', 'directory']);
  const profile = readingOf(queryClient, ['members', 'west', 'profile', 'a-1'], ofPlatform);
  const elsewhere = readingOf(queryClient, ['members', 'ost', 'notes', 'a-1']);
  liveConnectionOf(queryClient).listen('west', () => {});
  await vi.advanceTimersByTimeAsync(0);
  latest().heard.get('kept')?.();
  await vi.advanceTimersByTimeAsync(0);
  expect([notes, listed, profile, elsewhere].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 1, 1]);
  latest().heard.get('members')?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(profile).toHaveBeenCalledTimes(2);
});

describe('a crowded desk', () => {
  const refuse = () => requireRoom(new Response(null, { status: 503, headers: { 'retry-after': '12' } }));

  test('once it has room, a list that pauses is asked for at once, and no other one', async () => {
    const queryClient = makeQueryClient();
    liveConnectionOf(queryClient).listen('west', () => {});
    latest().onopen();
    let isFull = true;
    const reads = ['west', 'ost'].map((locationId) => {
      const read = vi.fn(async () => {
        if (isFull) refuse();
        return 'read';
      });
      new QueryObserver(queryClient, { queryKey: ['presence', locationId], queryFn: read }).subscribe(() => {});
      return read;
    });
    const heard = readingOf(queryClient, ['taps', 'west']);
    await vi.advanceTimersByTimeAsync(1_000);
    isFull = false;
    latest().heard.get('room')?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(queryClient.getQueryData(['presence', 'west'])).toBe('read');
    expect([...reads, heard].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 1]);
    queryClient.clear();
  });

  test('what was read shortly before its stream opened is read again some seconds later, unless an event has come first', async () => {
    const queryClient = makeQueryClient();
    liveConnectionOf(queryClient).listen('west', () => {});
    let isFull = true;
    const refused = vi.fn(async () => {
      if (isFull) refuse();
      return 'read';
    });
    new QueryObserver(queryClient, { queryKey: ['status', 'west'], queryFn: refused }).subscribe(() => {});
    await vi.advanceTimersByTimeAsync(1_000);
    isFull = false;
    const [presence, taps] = [readingOf(queryClient, ['presence', 'west']), readingOf(queryClient, ['taps', 'west'])];
    await vi.advanceTimersByTimeAsync(1_000);
    latest().onopen();
    await vi.advanceTimersByTimeAsync(1_000);
    const counts = () => [refused, presence, taps].map(({ mock }) => mock.calls.length);
    expect(counts()).toEqual([2, 1, 1]);
    latest().heard.get('taps')?.();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(counts()).toEqual([2, 1, 2]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(counts()).toEqual([2, 2, 2]);
    queryClient.clear();
  });
});

test('on a crowded desk, too, a list whose refetch is under way when the stream opens is read once more', async () => {
  const queryClient = makeQueryClient();
  const connection = liveConnectionOf(queryClient);
  connection.listen('west', () => {});
  latest().onopen();
  const refuse = async () => requireRoom(new Response(null, { status: 503, headers: { 'retry-after': '12' } }));
  new QueryObserver(queryClient, { queryKey: ['status', 'west'], queryFn: refuse }).subscribe(() => {});
  const reads: PromiseWithResolvers<string>[] = [];
  const read = () => {
    const begun = Promise.withResolvers<string>();
    reads.push(begun);
    return begun.promise;
  };
  new QueryObserver(queryClient, { queryKey: ['presence', 'west'], queryFn: read }).subscribe(() => {});
  reads[0]?.resolve('first');
  await vi.advanceTimersByTimeAsync(2_000);
  latest().heard.get('presence')?.();
  connection.doubt();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toHaveLength(2);
  latest().onopen();
  reads[1]?.resolve('from before the gap');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toHaveLength(3);
  queryClient.clear();
});

describe('a hidden tab', () => {
  const page = new (class extends EventTarget {
    visibilityState = 'visible';
    turn(to: 'visible' | 'hidden') {
      this.visibilityState = to;
      this.dispatchEvent(new Event('visibilitychange'));
    }
  })();
  beforeEach(() => {
    page.visibilityState = 'visible';
    vi.stubGlobal('document', page);
  });

  test('closes its connection after 30 seconds, opens none while hidden, and refetches once visible', async () => {
    const queryClient = new QueryClient();
    const connection = liveConnectionOf(queryClient);
    connection.listen('west', () => {});
    latest().onopen();
    page.turn('hidden');
    await vi.advanceTimersByTimeAsync(29_000);
    expect(latest().readyState).toBe(FakeEventSource.OPEN);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(latest().readyState).toBe(FakeEventSource.CLOSED);
    connection.doubt();
    connection.reopen();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(FakeEventSource.opened).toHaveLength(1);

    const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
    page.turn('visible');
    expect(FakeEventSource.opened).toHaveLength(2);
    latest().onopen();
    expect(invalidate).toHaveBeenCalled();
    expect(connection.isOpen()).toBe(true);
  });

  test('closes it too if the tab was opened in the background', async () => {
    page.visibilityState = 'hidden';
    liveConnectionOf(new QueryClient()).listen('west', () => {});
    latest().onopen();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(latest().readyState).toBe(FakeEventSource.CLOSED);
    page.turn('visible');
    expect(FakeEventSource.opened).toHaveLength(2);
  });

  test('keeps it if the tab is visible again in time', async () => {
    liveConnectionOf(new QueryClient()).listen('west', () => {});
    latest().onopen();
    page.turn('hidden');
    await vi.advanceTimersByTimeAsync(20_000);
    page.turn('visible');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(FakeEventSource.opened).toHaveLength(1);
    expect(latest().readyState).toBe(FakeEventSource.OPEN);
  });
});

describe('a refused stream', () => {
  // the longest pauses: a second attempt comes after the time that the tests cover
  beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(1));

  const refuse = (status: number, code: string) => {
    const error = { code, message: 'No.', requestId: 'r', retryable: false };
    vi.stubGlobal('fetch', async () => Response.json({ ok: false, error }, { status }));
  };
  const lose = async () => {
    const ends: string[] = [];
    const connection = liveConnectionOf(new QueryClient());
    connection.onEnd((end) => ends.push(end));
    connection.listen('west', () => {});
    latest().readyState = FakeEventSource.CLOSED;
    latest().onerror();
    await vi.advanceTimersByTimeAsync(4_001);
    return ends;
  };

  test.each([
    [401, 'signedOut'],
    [403, 'notAllowed'],
  ])('with status %d ends the page: %s', async (status, end) => {
    refuse(status, end);
    expect(await lose()).toEqual([end]);
  });

  test('makes one read per attempt, honours Retry-After of an overloaded desk, and is reopened once the read succeeds', async () => {
    const full = vi.fn(async () => new Response('Full', { status: 503, headers: { 'retry-after': '30' } }));
    vi.stubGlobal('fetch', full);
    expect(await lose()).toEqual([]);
    expect([full.mock.calls.length, FakeEventSource.opened.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(25_000);
    expect([full.mock.calls.length, FakeEventSource.opened.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([full.mock.calls.length, FakeEventSource.opened.length]).toEqual([2, 1]);
    const status = {
      connection: { state: 'reachable' },
      clockAheadS: null,
      unreadable: [],
      absent: null,
      storage: null,
    };
    const counts = { waitingVisits: 0, refusedVisits: 0, unresolvedVisits: 0, visitsInDoubt: 0 };
    const there = vi.fn(async () => Response.json({ ...status, ...counts }));
    vi.stubGlobal('fetch', there);
    // stop at the first read: a connection without events is closed, and causes another read
    for (let s = 0; s < 45 && there.mock.calls.length === 0; s += 1) await vi.advanceTimersByTimeAsync(1_000);
    expect([there.mock.calls.length, FakeEventSource.opened.length]).toEqual([1, 2]);
  });

  test('makes no read after the last listener is gone', async () => {
    const asked = vi.fn(async () => new Response('Full', { status: 503 }));
    vi.stubGlobal('fetch', asked);
    const stop = liveConnectionOf(new QueryClient()).listen('west', () => {});
    latest().readyState = FakeEventSource.CLOSED;
    latest().onerror();
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked.mock.calls.length, FakeEventSource.opened.length]).toEqual([0, 1]);
  });

  const refuseLatest = () => {
    latest().readyState = FakeEventSource.CLOSED;
    latest().onerror();
  };

  /** A page that shows one list, whose requests the test answers, and whose stream has just been refused. */
  async function loseWithList(marked: { meta?: typeof gathered | typeof ofPlatform } = { meta: gathered }) {
    const client = new QueryClient();
    const own = vi.fn(async () => new Response('Full', { status: 503 }));
    vi.stubGlobal('fetch', own);
    const { readings, observer } = observePresence(client);
    observer.setOptions({ ...observer.options, ...marked, retry: false });
    onTestFinished(observer.subscribe(() => {}));
    onTestFinished(liveConnectionOf(client).listen('west', () => {}));
    refuseLatest();
    return { client, own, readings };
  }

  test('is reopened after half of its pause once the desk has answered a list, without a read of its own', async () => {
    const { own, readings } = await loseWithList();
    readings[0]?.resolve('read');
    await vi.advanceTimersByTimeAsync(1_999);
    expect(FakeEventSource.opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect([own.mock.calls.length, FakeEventSource.opened.length]).toEqual([0, 2]);
    await vi.advanceTimersByTimeAsync(4_001);
    expect([own.mock.calls.length, FakeEventSource.opened.length]).toEqual([0, 2]);
  });

  test('waits for a list that the page asks for anyway, but not for long', async () => {
    const { own, readings } = await loseWithList();
    await vi.advanceTimersByTimeAsync(28_000);
    expect([own.mock.calls.length, FakeEventSource.opened.length]).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(17_000);
    expect([own.mock.calls.length, readings.length]).toEqual([1, 1]);
  });

  test('asks again for a list that the desk did not answer instead of a read of its own', async () => {
    const { own, readings } = await loseWithList();
    readings[0]?.reject(new TypeError('Failed to fetch'));
    await vi.advanceTimersByTimeAsync(4_001);
    expect([own.mock.calls.length, readings.length]).toEqual([0, 2]);
    readings[1]?.resolve('read');
    await vi.advanceTimersByTimeAsync(1);
    expect([own.mock.calls.length, FakeEventSource.opened.length]).toEqual([0, 2]);
  });

  test('that follows a refused one is reopened after four seconds at the earliest, however often the desk answers lists', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { client, readings } = await loseWithList();
    readings[0]?.resolve('read');
    for (let answers = 0; answers < 60; answers += 1) {
      await client.fetchQuery({ queryKey: ['presence', 'west'], queryFn: async () => 'read' });
      await vi.advanceTimersByTimeAsync(2_000);
      if (latest().readyState !== FakeEventSource.CLOSED) refuseLatest();
    }
    const refused = FakeEventSource.opened.slice(1).map(({ openedAt }) => openedAt);
    const gaps = refused.slice(1).map((openedAt, index) => openedAt - (refused[index] ?? 0));
    expect(gaps.length).toBeGreaterThan(10);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4_000);
  });

  test('is not closed by an answer while the next one opens', async () => {
    const { client, readings } = await loseWithList();
    readings[0]?.resolve('read');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(FakeEventSource.opened).toHaveLength(2);
    await client.fetchQuery({ queryKey: ['presence', 'west'], queryFn: async () => 'read' });
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeEventSource.opened).toHaveLength(2);
  });

  const refusal = new ReadError(404, { code: 'notFound', message: 'No.', requestId: 'r', retryable: false });
  const unreached = new TypeError('Failed to fetch');
  const wait = () => requireRoom(new Response('Full', { status: 503, headers: { 'retry-after': '60' } }));
  const fail = (error: Error) => () => {
    throw error;
  };

  test.each([
    ['has refused the list', { meta: gathered }, fail(refusal)],
    ['has told the list to wait', { meta: gathered }, wait],
    ['did not answer what a person asked for', {}, fail(unreached)],
  ])('makes its own read where the desk %s', async (_, marked, answer) => {
    const { own, readings } = await loseWithList(marked);
    readings[0]?.resolve(
      Promise.resolve('').then(() => {
        answer();
        return '';
      }),
    );
    await vi.advanceTimersByTimeAsync(4_001);
    expect([own.mock.calls.length, readings.length]).toEqual([1, 1]);
  });

  test('does not wait for what the platform is asked for', async () => {
    const { own } = await loseWithList({ meta: ofPlatform });
    await vi.advanceTimersByTimeAsync(4_001);
    expect(own).toHaveBeenCalledTimes(1);
  });

  test('is not reopened by what the page writes itself, or by an answer about another location', async () => {
    const { client, readings } = await loseWithList();
    client.setQueryData(['presence', 'west'], 'written');
    await client.fetchQuery({ queryKey: ['presence', 'ost'], queryFn: async () => 'read' });
    await vi.advanceTimersByTimeAsync(3_999);
    expect([readings.length, FakeEventSource.opened.length]).toEqual([1, 1]);
  });

  test('does not end the page if the desk is unreachable', async () => {
    vi.stubGlobal('fetch', async () => new Response('Bad gateway', { status: 502 }));
    expect(await lose()).toEqual([]);
  });
});
