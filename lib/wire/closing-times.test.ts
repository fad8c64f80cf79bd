import { describe, expect, test } from 'vitest';
import { type ClosingTimes, closingMoments, closingTimes } from './locations.ts';

const timeZone = 'Europe/Berlin';
const moments = (times: ClosingTimes, from: string, to: string) =>
  closingMoments({ closingTimes: times, timeZone }, Date.parse(from), Date.parse(to)).map((at) =>
    new Date(at).toISOString(),
  );

describe('closing moments', () => {
  test('are the times of the weekdays, on the clock of the location', () => {
    // 2026-11-16 is a Monday
    const times = { monday: '22:00', wednesday: '23:30' };
    expect(moments(times, '2026-11-15T12:00Z', '2026-11-22T12:00Z')).toEqual([
      '2026-11-16T21:00:00.000Z',
      '2026-11-18T22:30:00.000Z',
    ]);
  });

  test('after midnight belong to the evening before', () => {
    const friday = { friday: '00:30' };
    expect(moments(friday, '2026-11-20T00:00Z', '2026-11-20T12:00Z')).toEqual([]);
    expect(moments(friday, '2026-11-20T12:00Z', '2026-11-21T12:00Z')).toEqual(['2026-11-20T23:30:00.000Z']);
    expect(moments({ friday: '05:59' }, '2026-11-21T00:00Z', '2026-11-21T12:00Z')).toEqual([
      '2026-11-21T04:59:00.000Z',
    ]);
    expect(moments({ saturday: '06:00' }, '2026-11-21T00:00Z', '2026-11-21T12:00Z')).toEqual([
      '2026-11-21T05:00:00.000Z',
    ]);
  });

  test('are counted once where two spans meet: a span excludes its start and includes its end', () => {
    const monday = { monday: '22:00' };
    expect(moments(monday, '2026-11-16T20:00Z', '2026-11-16T21:00Z')).toHaveLength(1);
    expect(moments(monday, '2026-11-16T21:00Z', '2026-11-16T22:00Z')).toEqual([]);
  });

  test('follow daylight saving time', () => {
    const sunday = { saturday: '02:30', sunday: '22:00' };
    // daylight saving skips 02:00 to 03:00: 02:30 becomes 03:30
    expect(moments(sunday, '2026-03-28T20:00Z', '2026-03-29T21:00Z')).toEqual([
      '2026-03-29T01:30:00.000Z',
      '2026-03-29T20:00:00.000Z',
    ]);
    // 02:30 occurs twice: the first one counts
    expect(moments(sunday, '2026-10-24T20:00Z', '2026-10-25T22:00Z')).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T21:00:00.000Z',
    ]);
  });
});

test('only times of a clock are taken', () => {
  expect(closingTimes.safeParse({ monday: '23:59', sunday: '00:00' }).success).toBe(true);
  for (const monday of ['24:00', '9:30', '22:60', '', 'late']) {
    expect(closingTimes.safeParse({ monday }).success, monday).toBe(false);
  }
  expect(closingTimes.safeParse({ someday: '22:00' }).success).toBe(false);
});
