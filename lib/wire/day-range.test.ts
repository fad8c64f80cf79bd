import { expect, test } from 'vitest';
import { dayRangeInput, quickRangesOn } from './corporate-fitness.ts';

test.each([
  ['2026-11-21', ['2026-11-01', '2026-11-30'], ['2026-12-01', '2026-12-31'], ['2026-11-21', '2026-12-21']],
  ['2026-12-31', ['2026-12-01', '2026-12-31'], ['2027-01-01', '2027-01-31'], ['2026-12-31', '2027-01-30']],
  ['2028-01-31', ['2028-01-01', '2028-01-31'], ['2028-02-01', '2028-02-29'], ['2028-01-31', '2028-03-01']],
])('on %s', (today, thisMonth, nextMonth, next30Days) => {
  const ranges = quickRangesOn(today);
  expect(Object.values(ranges).map(({ from, to }) => [from, to])).toEqual([thisMonth, nextMonth, next30Days]);
});

test.each([
  [{ from: '2026-11-01', to: '2026-11-01' }, true],
  [{ from: '2026-11-02', to: '2026-11-01' }, false],
  [{ from: '2026-02-30', to: '2026-11-01' }, false],
  [{ from: '0000-01-01', to: '0000-01-02' }, false],
  [{ from: '1 Nov', to: '2026-11-01' }, false],
  [{ from: '2026-11-01' }, false],
  [{}, false],
])('%o is a range: %s', (range, isRange) => {
  expect(dayRangeInput.safeParse(range).success).toBe(isRange);
});
