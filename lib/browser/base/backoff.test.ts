import { expect, test } from 'vitest';
import { createBackoff } from './backoff.ts';

const limits = { firstMs: 2_000, longestMs: 15_000 };
const pauses = (random: () => number, count = 6) => {
  const backoff = createBackoff({ ...limits, random });
  return Array.from({ length: count }, () => backoff.nextMs());
};

test('delays double up to a maximum, and reset after a success', () => {
  expect(pauses(() => 1)).toEqual([2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  const backoff = createBackoff({ ...limits, random: () => 1 });
  backoff.nextMs();
  backoff.nextMs();
  backoff.reset();
  expect(backoff.nextMs()).toBe(2_000);
});

test('jitter spreads the retries of windows that failed at the same moment', () => {
  expect(pauses(() => 0)).toEqual([500, 1_000, 2_000, 3_750, 3_750, 3_750]);
  expect(pauses(() => 0.5, 1)).toEqual([1_250]);
});

test('Retry-After is a lower bound of the delay, with jitter', () => {
  for (const random of [0, 0.5, 1]) {
    const backoff = createBackoff({ ...limits, random: () => random });
    expect(backoff.nextMs(30_000)).toBe(30_000 * (1 + random / 2));
  }
});

test('a shorter Retry-After does not shorten a longer backoff', () => {
  const backoff = createBackoff({ ...limits, random: () => 1 });
  for (const _ of [1, 2, 3]) backoff.nextMs();
  expect(backoff.nextMs(1_000)).toBe(15_000);
});
