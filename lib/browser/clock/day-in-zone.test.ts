import { expect, test } from 'vitest';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { dayInZone } from './day-in-zone.ts';

test.each([
  ['2026-11-22T22:59:59Z', 'Europe/Berlin', '2026-11-22'],
  ['2026-11-22T23:00:00Z', 'Europe/Berlin', '2026-11-23'],
  ['2026-03-28T23:30:00Z', 'Europe/Berlin', '2026-03-29'],
  ['2026-03-29T22:00:00Z', 'Europe/Berlin', '2026-03-30'],
  ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
  ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26'],
  ['2026-11-22T09:59:00Z', 'Pacific/Kiritimati', '2026-11-22'],
  ['2026-11-22T10:00:00Z', 'Pacific/Kiritimati', '2026-11-23'],
])('%s is, in %s, of %s, as the calendar of the server says', (instant, timeZone, day) => {
  expect(dayInZone(instant, timeZone)).toBe(day);
  expect(dayOf(Date.parse(instant), timeZone)).toBe(day);
});
