import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesceReads } from './coalesce-reads.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const presence = { queryKey: ['presence', 'west'] };

/** Windows that fetch a list; each response takes the desk a while. */
function openWindows(count: number, takesMs: number) {
  const readAt: number[][] = [];
  const windows = Array.from({ length: count }, (_, index) => {
    const moments: number[] = [];
    readAt[index] = moments;
    return coalesceReads(async () => {
      moments.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, takesMs));
    });
  });
  return { readAt, hear: () => windows.forEach((hear) => void hear(presence)) };
}

test('the first event refetches at once, and a burst of later ones causes one more refetch after the last', async () => {
  const { readAt, hear } = openWindows(1, 100);
  const beganAt = Date.now();
  hear();
  expect(readAt[0]).toEqual([beganAt]);
  for (let told = 0; told < 20; told += 1) {
    await vi.advanceTimersByTimeAsync(10);
    hear();
  }
  const lastAt = Date.now();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readAt[0]).toHaveLength(2);
  expect(readAt[0]?.[1]).toBeGreaterThanOrEqual(lastAt);
});

test('no refetch starts before the previous one has finished', async () => {
  const { readAt, hear } = openWindows(1, 3_000);
  for (let told = 0; told < 100; told += 1) {
    hear();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(readAt[0]?.length).toBeLessThanOrEqual(4);
  const pauses = readAt[0]?.slice(1).map((at, index) => at - (readAt[0]?.[index] ?? 0)) ?? [];
  expect(Math.min(...pauses)).toBeGreaterThan(3_000);
});

test('jitter spreads the refetches of windows that get the same events', async () => {
  const { readAt, hear } = openWindows(30, 10);
  hear();
  hear();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(new Set(readAt.map((moments) => moments[1])).size).toBeGreaterThan(10);
});

test('other lists are not throttled', () => {
  const read = vi.fn(async () => {});
  const hear = coalesceReads(read);
  void hear(presence);
  void hear({ queryKey: ['taps', 'west'] });
  expect(read).toHaveBeenCalledTimes(2);
});
