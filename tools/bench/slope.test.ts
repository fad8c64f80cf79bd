import { expect, test } from 'vitest';
import { createRandom } from '#platform/simulator/random.ts';
import { slopeOf } from './slope.ts';

const points = (ys: readonly number[]) => ys.map((y, x) => ({ x, y }));

test('points on a line have its slope and no margin', () => {
  const { perUnit, atLeast, atMost } = slopeOf(points([5, 7, 9, 11]));
  expect([perUnit, atLeast, atMost].map((one) => Number(one.toFixed(9)))).toEqual([2, 2, 2]);
});

test('the margin is that of the textbook: 2.57 standard errors with seven points', () => {
  // slope 1.94643, its standard error 0.08105
  const { perUnit, atLeast, atMost } = slopeOf(points([1, 3.5, 4.5, 7.5, 9, 10.5, 13]));
  expect([atLeast, perUnit, atMost].map((one) => one.toFixed(3))).toEqual(['1.738', '1.946', '2.155']);
});

test('of a hundred lines with noise, about 95 have their slope within the margin', () => {
  const random = createRandom(1, 'slopes');
  const noise = () => random.next() + random.next() + random.next();
  const lines = Array.from({ length: 100 }, () =>
    slopeOf(points(Array.from({ length: 30 }, (_, x) => 0.5 * x + noise()))),
  );
  const within = lines.filter(({ atLeast, atMost }) => atLeast <= 0.5 && 0.5 <= atMost).length;
  expect(within).toBeGreaterThanOrEqual(88);
  expect(within).toBeLessThan(100);
});

test('two points tell no slope', () => {
  expect(() => slopeOf(points([1, 2]))).toThrow('tell no slope');
});
