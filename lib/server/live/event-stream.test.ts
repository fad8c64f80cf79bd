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

test('sends its version first, then events by name without data', async () => {
  const reader = open();
  expect((await reader.read()).value).toBe('event: version\ndata: v-1\n\n');
  for (const listener of listeners) listener('presence');
  expect((await reader.read()).value).toBe('event: presence\ndata:\n\n');
});

test('sends a heartbeat every 15 seconds', async () => {
  const reader = open();
  await reader.read();
  await vi.advanceTimersByTimeAsync(15_000);
  expect((await reader.read()).value).toBe('event: beat\ndata:\n\n');
});

test.each([
  ['the session has ended, with an event about it', async () => 'signedOut', ['event: ended\ndata:\n\n']],
  ['the location was taken from the person', async () => 'gone', []],
] satisfies [string, EventStreamOptions['presenceOf'], string[]][])(
  'ends at the next heartbeat once %s',
  async (_, presenceOf, told) => {
    const reader = open(presenceOf);
    await reader.read();
    await vi.advanceTimersByTimeAsync(15_000);
    for (const event of told) expect((await reader.read()).value).toBe(event);
    expect((await reader.read()).done).toBe(true);
    expect(listeners.size).toBe(0);
  },
);

test('goes on while the session cannot be read for a moment, and ends where that lasts', async () => {
  const away = () => Promise.reject(new Error('no database'));
  const answers = [away, away, away, isHere, away, away, away, away];
  const reader = open(() => (answers.shift() ?? away)());
  await reader.read();
  for (let beat = 0; beat < 7; beat += 1) {
    await vi.advanceTimersByTimeAsync(15_000);
    expect((await reader.read()).value).toBe('event: beat\ndata:\n\n');
  }
  await vi.advanceTimersByTimeAsync(15_000);
  expect((await reader.read()).done).toBe(true);
  expect(listeners.size).toBe(0);
});

test.each([
  ['the browser disconnects', () => leaving.abort()],
  ['the desk stops', () => stopping.abort()],
])('ends when %s, and unsubscribes', async (_, happen) => {
  const reader = open();
  await reader.read();
  happen();
  expect((await reader.read()).done).toBe(true);
  expect(listeners.size).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
});

test.each([
  ['whose browser disconnects before it opens', () => leaving.abort()],
  ['that is requested just when the desk stops', () => stopping.abort()],
])('a stream %s ends at once', async (_, happen) => {
  happen();
  const reader = open();
  await reader.read();
  expect((await reader.read()).done).toBe(true);
  expect(listeners.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
