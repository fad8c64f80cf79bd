import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveConnectionOf } from './live-connection.ts';

class FakeEventSource {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 1;
  onopen = () => {};
  onerror = () => {};
  readonly heard = new Map<string, () => void>();
  constructor() {
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
});

const latest = () => {
  const source = FakeEventSource.opened.at(-1);
  if (!source) throw new Error('Nobody listens.');
  return source;
};

test('all parts of a page share one connection, which ends with the last of them', () => {
  const queryClient = new QueryClient();
  const stops = [1, 2].map(() => liveConnectionOf(queryClient).listen(() => {}));
  expect(FakeEventSource.opened).toHaveLength(1);
  stops[0]?.();
  expect(latest().readyState).toBe(1);
  stops[1]?.();
  expect(latest().readyState).toBe(FakeEventSource.CLOSED);
});

test('an event makes what it names stale, once', () => {
  const queryClient = new QueryClient();
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  const connection = liveConnectionOf(queryClient);
  for (const _ of [1, 2]) connection.listen(() => {});
  latest().heard.get('taps')?.();
  expect(invalidate.mock.calls).toEqual([[{ queryKey: ['taps'] }], [{ queryKey: ['verdicts'] }]]);
});

test('what is being read for the first time when something changes is read once more', async () => {
  const queryClient = new QueryClient();
  const connection = liveConnectionOf(queryClient);
  connection.listen(() => {});
  const readings: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['presence'],
    queryFn: () => {
      readings.push(Promise.withResolvers<string>());
      return readings.at(-1)?.promise ?? '';
    },
  });
  const stop = observer.subscribe(() => {});
  latest().onopen();
  readings[0]?.resolve('before the change');
  await vi.advanceTimersByTimeAsync(0);
  readings[1]?.resolve('after it');
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult().data).toBe('after it');
  stop();
});

test('after a gap everything is read again, and whoever asked is told', async () => {
  const queryClient = new QueryClient();
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  const connection = liveConnectionOf(queryClient);
  const reconnected = vi.fn();
  const changes: boolean[] = [];
  connection.subscribe(() => changes.push(connection.isOpen()));
  connection.listen(reconnected);
  const first = latest();
  first.readyState = FakeEventSource.CLOSED;
  first.onerror();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(FakeEventSource.opened).toHaveLength(2);
  latest().onopen();
  expect(changes).toEqual([false, true]);
  expect(reconnected).toHaveBeenCalledTimes(1);
  expect(invalidate).toHaveBeenCalledWith(undefined);
});

test('nobody is called back once they have gone', async () => {
  const connection = liveConnectionOf(new QueryClient());
  const stop = connection.listen(() => {});
  const source = latest();
  source.readyState = FakeEventSource.CLOSED;
  source.onerror();
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(FakeEventSource.opened).toHaveLength(1);
});

test('a tap that was not answered makes the desk count as away until it is heard again', () => {
  const connection = liveConnectionOf(new QueryClient());
  const reconnected = vi.fn();
  connection.listen(reconnected);
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

test('a connection that nobody takes up is tried anew', async () => {
  const connection = liveConnectionOf(new QueryClient());
  connection.listen(() => {});
  latest().readyState = 0;
  await vi.advanceTimersByTimeAsync(9_000);
  expect(FakeEventSource.opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(FakeEventSource.opened).toHaveLength(2);
  expect(connection.isOpen()).toBe(false);
});
