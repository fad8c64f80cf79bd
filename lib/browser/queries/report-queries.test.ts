import { expect, test } from 'vitest';
import { gymNowQuery } from './report-queries.ts';

test('no two gyms of a chain are read at the same intervals, however many there are', () => {
  const intervals = Array.from({ length: 100 }, (_, index) => gymNowQuery(`gym-${index}`, index / 100).refetchInterval);
  expect(new Set(intervals).size).toBe(100);
  expect(Math.max(...intervals) - Math.min(...intervals)).toBeGreaterThan(15_000);
});
