import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveEventName } from '#lib/wire/live.ts';
import { type EventStreamOptions, eventStream } from './event-stream.ts';

let listeners: Set<(event: LiveEventName) => void>;
let stopping: AbortController;
let leaving: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  listeners = new Set();
  stopping = new AbortController();
  leaving = new AbortController();
});
afterEach(() => void vi.useRealTimers());

const isHere: EventStreamOptions['presenceOf'] = async () => 'here';

function open(presenceOf = isHere) {
  const stream = eventStream({
    live: {
      subscribe: (locationId, listener) => {
        expect(locationId).toBe('l-1');
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      stopping: stopping.signal,
    },
    locationId: 'l-1',
    version: 'v-1',
    signal: leaving.signal,
    presenceOf,
    heartbeatMs: 15_000,
  });
  const reader = stream.getReader();
  return {
    read: async () => {
      const { done, value } = await reader.read();
      return { done, value: value && new TextDecoder().decode(value) };
    },
  };
}

test('tells its version first, then events by name without data', async () => {
  const reader = open();
  expect((await reader.read()).value).toBe('retry: 1000\nevent: version\ndata: v-1\n\n');
  for (const listener of listeners) listener('presence');
  expect((await reader.read()).value).toBe('event: presence\ndata:\n\n');
});

test('beats every 15 seconds', async () => {
  const reader = open();
  await reader.read();
  await vi.advanceTimersByTimeAsync(15_000);
  expect((await reader.read()).value).toBe('event: beat\ndata:\n\n');
});

test.each([
  ['the session has ended, and says so', async () => 'signedOut', ['event: ended\ndata:\n\n']],
  ['the location is the person’s no more', async () => 'gone', []],
  ['the session cannot be read, which may be over soon', () => Promise.reject(new Error('no database')), []],
] satisfies [string, EventStreamOptions['presenceOf'], string[]][])(
  'ends at the next beat once %s',
  async (_, presenceOf, told) => {
    const reader = open(presenceOf);
    await reader.read();
    await vi.advanceTimersByTimeAsync(15_000);
    for (const event of told) expect((await reader.read()).value).toBe(event);
    expect((await reader.read()).done).toBe(true);
    expect(listeners.size).toBe(0);
  },
);

test.each([
  ['the browser leaves', () => leaving.abort()],
  ['the desk stops', () => stopping.abort()],
])('ends when %s, and listens no longer', async (_, happen) => {
  const reader = open();
  await reader.read();
  happen();
  expect((await reader.read()).done).toBe(true);
  expect(listeners.size).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
});

test('a screen that asks just when the desk stops is let go at once', async () => {
  stopping.abort();
  const reader = open();
  await reader.read();
  expect((await reader.read()).done).toBe(true);
  expect(listeners.size).toBe(0);
});
