import { expect, test } from 'vitest';
import { dayMs } from '#shared/calendar/durations.ts';
import { completeWith, nextDailyAt, rangeAt } from './ranges.ts';

const at = (text: string) => Date.parse(text);
const never = { dataSet: 'workouts', until: null, allReadAt: null } as const;

test('a day counts as past once the platform has processed it, at nine in UTC', () => {
  expect(rangeAt(at('2026-11-21T08:59:59Z'), never)).toMatchObject({ firstDay: '2026-10-24', lastDay: '2026-11-19' });
  expect(rangeAt(at('2026-11-21T09:00:00Z'), never)).toMatchObject({ firstDay: '2026-10-25', lastDay: '2026-11-20' });
});

test('no range begins earlier than a calendar month ago, also after a month of 28 days', () => {
  for (let now = at('2027-01-01T00:30:00Z'); now < at('2028-06-01T00:00:00Z'); now += dayMs / 2) {
    const { firstDay } = rangeAt(now, never);
    const monthAgo = new Date(now);
    monthAgo.setUTCMonth(monthAgo.getUTCMonth() - 1);
    // the platform's month of a day that the month before lacks ends with that month
    if (monthAgo.getUTCDate() === new Date(now).getUTCDate()) {
      expect(firstDay >= monthAgo.toISOString().slice(0, 10)).toBe(true);
    }
  }
});

test('only what is new is read, with the three days in which events arrive late; once a week all of it', () => {
  const now = at('2026-11-21T10:00:00Z');
  const before = { dataSet: 'workouts', until: '2026-11-19' } as const;
  expect(rangeAt(now, { ...before, allReadAt: new Date(now - 6 * dayMs) })).toEqual({
    firstDay: '2026-11-16',
    lastDay: '2026-11-20',
    isAll: false,
  });
  expect(rangeAt(now, { ...before, allReadAt: new Date(now - 7 * dayMs) })).toMatchObject({ firstDay: '2026-10-25' });
  // after months without an answer, no more than the platform offers
  const long = { ...before, until: '2026-06-01', allReadAt: new Date(now - dayMs) };
  expect(rangeAt(now, long)).toMatchObject({ firstDay: '2026-10-25' });
});

test('is due next between nine and eleven in UTC, at the same moment of each day', () => {
  for (const [location, time] of [
    ['00000000-0000-4000-8000-000000000000', '09:00:00.000Z'],
    ['00000000-0000-4000-8000-000080000000', '10:00:00.000Z'],
  ] as const) {
    expect(nextDailyAt(at('2026-11-21T08:59:00Z'), location).toISOString()).toBe(`2026-11-21T${time}`);
    expect(nextDailyAt(at('2026-11-21T09:00:00Z'), location).toISOString()).toBe(`2026-11-22T${time}`);
  }
});

test('days that were never read are not said to be complete', () => {
  const before = { since: '2026-10-01', until: '2026-11-10' };
  expect(completeWith(before, { firstDay: '2026-11-11', lastDay: '2026-11-20' })).toEqual({
    since: '2026-10-01',
    until: '2026-11-20',
  });
  expect(completeWith(before, { firstDay: '2026-11-12', lastDay: '2026-11-20' })).toEqual({
    since: '2026-11-12',
    until: '2026-11-20',
  });
});
