import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveConnection, liveConnectionOf } from './live-connection.ts';

/** Replaces the browser's own `EventSource`: a test emits its events. */
class FakeSource extends EventTarget {
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  static readonly opened: FakeSource[] = [];
  readyState = 0;
  onopen = () => {};
  onerror = () => {};
  constructor() {
    super();
    FakeSource.opened.push(this);
  }
  open() {
    this.readyState = FakeSource.OPEN;
    this.onopen();
  }
  hear(name: string, data = '') {
    this.dispatchEvent(new MessageEvent(name, { data }));
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
}

let connection: LiveConnection;
let stale: string[];
let leave: () => void;
const source = () => FakeSource.opened.at(-1) ?? new FakeSource();

let steadyMs: number;
/** Advances the time, whatever the wall clock is set to. */
function pass(ms: number): void {
  const stepMs = 1_000;
  for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
    steadyMs += stepMs;
    vi.advanceTimersByTime(stepMs);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  steadyMs = 5_000;
  vi.spyOn(performance, 'now').mockImplementation(() => steadyMs);
  vi.stubGlobal('EventSource', FakeSource);
  FakeSource.opened.length = 0;
  stale = [];
  const queryClient = new QueryClient();
  queryClient.invalidateQueries = async (filters) => void stale.push(String(filters?.queryKey?.[0] ?? 'all'));
  connection = liveConnectionOf(queryClient);
  leave = connection.listen('west', () => {});
  source().open();
});
afterEach(() => {
  leave();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('an event refetches its list, and all other lists that contain a part of it', () => {
  stale.length = 0;
  source().hear('status');
  source().hear('presence');
  source().hear('tasks');
  // a fetch in flight is followed by one more (see coalesce-reads.test.ts)
  const ofStatus = ['status', 'legacy', 'connection', 'gettingStarted', 'optOuts', 'outbox'];
  expect(stale).toEqual([...ofStatus, 'presence', 'floor', 'verdicts', 'tasks']);
});

test('a silent connection is closed and reopened', () => {
  pass(30_000);
  source().hear('beat');
  pass(35_000);
  expect([FakeSource.opened.length, connection.isOpen()]).toEqual([1, true]);
  pass(10_000);
  expect([FakeSource.opened.length, connection.isOpen()]).toEqual([2, false]);
  source().open();
  expect(connection.isOpen()).toBe(true);
});

test('a silent connection is closed although the clock was set back meanwhile', () => {
  vi.setSystemTime(Date.now() - 3_600_000);
  pass(45_000);
  expect([FakeSource.opened.length, connection.isOpen()]).toEqual([2, false]);
});

test('a connection that does not open is retried although the clock was set back', () => {
  leave();
  leave = connection.listen('west', () => {});
  const before = FakeSource.opened.length;
  vi.setSystemTime(Date.now() - 3_600_000);
  pass(20_000);
  expect(FakeSource.opened.length).toBeGreaterThan(before);
});

test('each connection reports the version of the desk', () => {
  const heard = vi.fn();
  connection.subscribe(heard);
  source().hear('version', 'a');
  expect([connection.version(), heard.mock.calls.length]).toEqual(['a', 1]);
  source().hear('version', 'b');
  expect(connection.version()).toBe('b');
});
