import { expect, test } from 'vitest';
import { daysBetween, daysLater, mondayOf, utcDayOf, weekdayOf } from './days.ts';

test.each([
  ['2026-03-28', '2026-03-30', 2],
  ['2026-03-30', '2026-03-28', -2],
  ['2026-10-24', '2026-10-26', 2],
  ['2026-12-28', '2027-01-04', 7],
  ['2028-02-28', '2028-03-01', 2],
  ['2027-02-28', '2027-03-01', 1],
  ['2026-11-21', '2026-11-21', 0],
  ['1990-01-01', '2026-11-21', 13_473],
  ['9999-12-31', '+010000-01-01', 1],
])('from %s it is to %s in %i days, across daylight saving and years', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days);
  expect(daysLater(from, days)).toBe(to);
});

test.each([
  ['2026-06-30T23:59:59.999Z', '2026-06-30'],
  ['2026-07-01T00:00:00Z', '2026-07-01'],
  ['+010000-01-01T00:00:00Z', '+010000-01-01'],
])('%s is on %s in UTC', (instant, day) => {
  expect(utcDayOf(Date.parse(instant))).toBe(day);
});

test.each([
  ['2026-11-30', 0, '2026-11-30'],
  ['2026-12-06', 6, '2026-11-30'],
  ['2027-01-01', 4, '2026-12-28'],
  ['2028-02-29', 1, '2028-02-28'],
  ['0001-01-01', 0, '0001-01-01'],
])('%s is %i days after the Monday of its week, %s', (day, weekday, monday) => {
  expect(weekdayOf(day)).toBe(weekday);
  expect(mondayOf(day)).toBe(monday);
});
