import { describe, expect, test } from 'vitest';
import {
  addExceptions,
  type ClosingException,
  type ClosingTimes,
  closingExceptions,
  closingMoments,
  closingTimes,
  exceptionDays,
  rangesOf,
  removeExceptions,
} from './closing-times.ts';

const timeZone = 'Europe/Berlin';
const moments = (times: ClosingTimes, from: string, to: string, exceptions: readonly ClosingException[] = []) =>
  closingMoments(
    { closingTimes: times, closingExceptions: exceptions, timeZone },
    Date.parse(from),
    Date.parse(to),
  ).map((at) => new Date(at).toISOString());

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

describe('exceptions', () => {
  // 2026-12-24 is a Thursday
  const week: ClosingTimes = { wednesday: '22:00', thursday: '22:00', friday: '22:00', saturday: '22:00' };
  const on = (day: string, time: string | null): ClosingException => ({ day, time, note: '' });

  test('replace the time of their day alone', () => {
    expect(moments(week, '2026-12-23T00:00Z', '2026-12-26T00:00Z', [on('2026-12-24', '14:00')])).toEqual([
      '2026-12-23T21:00:00.000Z',
      '2026-12-24T13:00:00.000Z',
      '2026-12-25T21:00:00.000Z',
    ]);
  });

  test('after midnight belong to the evening before, also on a day without a time of its own', () => {
    expect(moments({}, '2026-12-31T12:00Z', '2027-01-01T12:00Z', [on('2026-12-31', '03:00')])).toEqual([
      '2027-01-01T02:00:00.000Z',
    ]);
  });

  test('of a closed day leave no closing on it, nor end the evening before early', () => {
    const closed = [on('2026-12-25', null)];
    expect(moments(week, '2026-12-24T00:00Z', '2026-12-26T00:00Z', closed)).toEqual(['2026-12-24T21:00:00.000Z']);
    expect(moments({ thursday: '00:30' }, '2026-12-24T12:00Z', '2026-12-26T00:00Z', closed)).toEqual([
      '2026-12-24T23:30:00.000Z',
    ]);
  });

  test('of a closed day begin it with everybody gone where the evening before has no closing', () => {
    const closed = [on('2026-12-25', null), on('2026-12-26', null)];
    expect(moments({}, '2026-12-24T00:00Z', '2026-12-27T12:00Z', closed)).toEqual(['2026-12-24T23:00:00.000Z']);
  });

  test('follow daylight saving time', () => {
    // 02:30 is skipped in the night to 2026-03-29, and occurs twice in the night to 2026-10-25
    const nights = [on('2026-03-28', '02:30'), on('2026-10-24', '02:30')];
    expect(moments({}, '2026-03-28T12:00Z', '2026-03-29T12:00Z', nights)).toEqual(['2026-03-29T01:30:00.000Z']);
    expect(moments({}, '2026-10-24T12:00Z', '2026-10-25T12:00Z', nights)).toEqual(['2026-10-25T00:30:00.000Z']);
    expect(moments({}, '2026-03-28T00:00Z', '2026-03-29T12:00Z', [on('2026-03-29', null)])).toEqual([
      '2026-03-28T23:00:00.000Z',
    ]);
  });

  test('are added for several days at once, replace earlier ones, and are listed as ranges', () => {
    const before = [on('2026-12-24', '14:00'), on('2026-12-26', '14:00')];
    const days = { from: '2026-12-25', until: '2026-12-27', kind: 'closed', time: '', note: 'Christmas' } as const;
    const after = addExceptions(before, days);
    expect(after.map(({ day, time }) => [day, time])).toEqual([
      ['2026-12-24', '14:00'],
      ['2026-12-25', null],
      ['2026-12-26', null],
      ['2026-12-27', null],
    ]);
    const ranges = rangesOf(after);
    expect(ranges).toEqual([
      { from: '2026-12-24', until: '2026-12-24', time: '14:00', note: '' },
      { from: '2026-12-25', until: '2026-12-27', time: null, note: 'Christmas' },
    ]);
    expect(ranges[1] && removeExceptions(after, ranges[1])).toEqual([before[0]]);
    expect(addExceptions([], { ...days, until: '' })).toHaveLength(1);
  });

  test.each([
    [{ until: '2026-12-23' }, 'until'],
    [{ until: '2027-12-24' }, 'until'],
    [{ from: '2026-02-30' }, 'from'],
    [{ kind: 'otherTime', time: '' }, 'time'],
  ])('of %o are refused', (change, field) => {
    const days = { from: '2026-12-24', until: '', kind: 'closed', time: '', note: '', ...change };
    expect(exceptionDays.safeParse(days).error?.issues[0]?.path).toEqual([field]);
  });

  test('are bounded', () => {
    expect(closingExceptions.safeParse(Array.from({ length: 1_001 }, () => on('2026-12-24', null))).success).toBe(
      false,
    );
    expect(closingExceptions.safeParse([{ ...on('2026-12-24', null), note: 'n'.repeat(61) }]).success).toBe(false);
  });
});

test('only times of a clock are taken', () => {
  expect(closingTimes.safeParse({ monday: '23:59', sunday: '00:00' }).success).toBe(true);
  for (const monday of ['24:00', '9:30', '22:60', '', 'late']) {
    expect(closingTimes.safeParse({ monday }).success, monday).toBe(false);
  }
  expect(closingTimes.safeParse({ someday: '22:00' }).success).toBe(false);
});
