import { expect, test } from 'vitest';
import { quantile } from './row.ts';

test('a quantile is the nearest rank', () => {
  const samples = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([quantile(samples, 0.5), quantile(samples, 0.95), quantile(samples, 1)]).toEqual([50, 95, 100]);
  expect(quantile([7], 0.95)).toBe(7);
});
