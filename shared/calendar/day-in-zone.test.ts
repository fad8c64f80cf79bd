import { expect, test } from 'vitest';
import { dayOf, firstWholeDay, startOfDay } from './day-in-zone.ts';

test.each([
  ['2026-06-30T21:59:59.999Z', 'Europe/Berlin', '2026-06-30'],
  ['2026-06-30T22:00:00Z', 'Europe/Berlin', '2026-07-01'],
  ['2026-06-30T22:00:00Z', 'America/New_York', '2026-06-30'],
  ['2026-12-31T10:30:00Z', 'Pacific/Kiritimati', '2027-01-01'],
])('%s in %s is %s', (instant, zone, day) => {
  expect(dayOf(Date.parse(instant), zone)).toBe(day);
});

test.each([
  ['2026-07-01', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
  ['2026-11-21', 'Europe/Berlin', '2026-11-20T23:00:00.000Z'],
  ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
  // in that night the clock went from 23:59 to 1:00
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
])('%s in %s begins at %s', (day, zone, instant) => {
  expect(startOfDay(day, zone).toISOString()).toBe(instant);
});

test.each([
  ['2026-11-20T23:00:00Z', '2026-11-21'],
  ['2026-11-20T23:00:00.001Z', '2026-11-22'],
  ['2026-11-20T22:59:59Z', '2026-11-21'],
])('the first whole day from %s on is %s', (instant, day) => {
  expect(firstWholeDay(Date.parse(instant), 'Europe/Berlin')).toBe(day);
});
