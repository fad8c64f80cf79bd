import { expect, test } from 'vitest';
import { isGoalMet, latencyRow, loadRow, quantile } from './row.ts';

const oneToHundred = Array.from({ length: 100 }, (_, index) => 100 - index);

test('a quantile is the nearest rank', () => {
  expect([0.5, 0.95, 1].map((q) => quantile(oneToHundred, q))).toEqual([50, 95, 100]);
  expect(quantile([7], 0.95)).toBe(7);
});

test('a row contains its number of samples', () => {
  expect(latencyRow('scan', oneToHundred)).toEqual({ name: 'scan', p50Ms: 50, p95Ms: 95, samples: 100 });
});

test('a goal applies to the value, else to p95, else to p50, and includes its limit', () => {
  expect(isGoalMet(latencyRow('scan', oneToHundred, 95))).toBe(true);
  expect(isGoalMet(latencyRow('scan', oneToHundred, 94))).toBe(false);
  expect(isGoalMet({ name: 'page', value: { amount: 181, unit: 'kB' }, budget: 180, samples: 1 })).toBe(false);
  expect(isGoalMet(latencyRow('scan', oneToHundred))).toBeNull();
});

test('a goal may be the least, or both', () => {
  const row = { name: 'rate', value: { amount: 50, unit: '%' }, samples: 1 };
  expect(
    [{ least: 50 }, { least: 51 }, { least: 10, budget: 49 }].map((goal) => isGoalMet({ ...row, ...goal })),
  ).toEqual([true, false, false]);
  expect(isGoalMet({ name: 'alone', p50Ms: 0.7, budget: 0.7, samples: 1 })).toBe(true);
});

test('a rate counts the responses within the measured time', () => {
  expect(loadRow('look-up', 10, { samplesMs: oneToHundred, durationS: 4 })).toEqual({
    name: 'look-up',
    connections: 10,
    p50Ms: 50,
    p99Ms: 99,
    requestsPerSecond: 25,
    samples: 100,
  });
});

test('a failed measurement does not produce a row', () => {
  expect(() => latencyRow('scan', [1, Number.NaN])).toThrow('not a number');
});
