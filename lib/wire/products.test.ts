import { expect, test } from 'vitest';
import { brokenRules } from './broken-rule.ts';
import { bookingForm, dayProblemOf } from './products.ts';

const today = '2026-11-21';
function problems(startDate: string, endDate: string, runningSince: string | null = null) {
  const { error } = bookingForm({ today, runningSince }).safeParse({ productId: '7', startDate, endDate });
  return Object.fromEntries(Object.entries(brokenRules(error)).map(([field, rule]) => [field, dayProblemOf(rule)]));
}

test.each([
  ['from today on', today, '2026-11-22'],
  ['a single day ahead', '2027-01-01', '2027-01-01'],
  ['until the last day there is', today, '2050-12-31'],
])('allows %s', (_, startDate, endDate) => {
  expect(problems(startDate, endDate)).toEqual({});
});

test('a booking begins today or later, unless it has begun already', () => {
  expect(problems('2026-11-20', '2026-12-24')).toEqual({ startDate: 'inThePast' });
  expect(problems('2026-11-20', '2026-12-24', '2026-11-20')).toEqual({});
  expect(problems('2026-11-19', '2026-12-24', '2026-11-20')).toEqual({ startDate: 'inThePast' });
});

test('a booking ends after today, not before it begins, by the end of 2050', () => {
  expect(problems(today, today)).toEqual({ endDate: 'notAfterToday' });
  expect(problems('2026-12-02', '2026-12-01')).toEqual({ endDate: 'beforeStart' });
  expect(problems(today, '2051-01-01')).toEqual({ endDate: 'tooLate' });
});

test('each invalid day is reported', () => {
  expect(problems('2026-11-20', '2026-11-20')).toEqual({ startDate: 'inThePast', endDate: 'notAfterToday' });
  expect(problems('', '')).toEqual({ startDate: 'missing', endDate: 'missing' });
});
