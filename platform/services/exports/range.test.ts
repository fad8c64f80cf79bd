import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RangeLimits, requireRange } from './range.ts';

const dayMs = 24 * 60 * 60 * 1000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const atStartOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const now = new Date('2026-11-21T09:41:07.000Z');

const refusalOf = (startDate: string, endDate: string, limits: RangeLimits, at = now): string | undefined => {
  try {
    requireRange({ startDate, endDate }, limits, at);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

/** The same day of an earlier month, or its last day if there is none; computed from the parts of the date. */
function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 - months, Math.min(dayOfMonth, lastOfMonth)));
}

test('a range covers the first instant of its first day in UTC up to the instant after its last day', () => {
  const range = requireRange({ startDate: '2026-11-01', endDate: '2026-11-20' }, 'events', now);
  expect(range.start).toEqual(new Date('2026-11-01T00:00:00.000Z'));
  expect(range.end).toEqual(new Date('2026-11-21T00:00:00.000Z'));
});

describe.each<[RangeLimits, number]>([
  ['analytics', 365],
  ['events', 30],
  ['files', 365],
])('%s', (limits, days) => {
  test(`end at most ${days} days after the start, including both days`, () => {
    const first = atStartOf('2026-11-01');
    expect(refusalOf('2026-11-01', '2026-11-01', limits)).toBeUndefined();
    expect(refusalOf('2026-11-01', dayOf(first + days * dayMs), limits)).toBeUndefined();
    expect(refusalOf('2026-11-01', dayOf(first + (days + 1) * dayMs), limits)).toBe(
      `Ask for at most ${days} days after startDate: endDate must be ${dayOf(first + days * dayMs)} or earlier.`,
    );
  });

  test('cannot end before they start', () => {
    expect(refusalOf('2026-11-02', '2026-11-01', limits)).toBe('endDate must not lie before startDate.');
  });

  test('may lie in the future, as far as days exist', () => {
    expect(refusalOf('2027-11-01', '2027-11-03', limits)).toBeUndefined();
    expect(refusalOf('9999-12-31', '9999-12-31', limits)).toBeUndefined();
  });
});

test.each([
  ['2026-11-21T00:00:00.000Z', '2026-10-21'],
  ['2026-11-21T23:59:59.999Z', '2026-10-21'],
  ['2026-03-31T12:00:00.000Z', '2026-02-28'],
  ['2026-03-28T12:00:00.000Z', '2026-02-28'],
  ['2028-03-31T12:00:00.000Z', '2028-02-29'],
  ['2026-05-31T12:00:00.000Z', '2026-04-30'],
  ['2026-01-15T12:00:00.000Z', '2025-12-15'],
])('events at %s go back to %s', (at, oldest) => {
  const tooOld = dayOf(atStartOf(oldest) - dayMs);
  expect(refusalOf(oldest, oldest, 'events', new Date(at))).toBeUndefined();
  expect(refusalOf(tooOld, oldest, 'events', new Date(at))).toBe(
    `Nothing older than a month is exported here: startDate must be ${oldest} or later.`,
  );
});

test.each([
  ['2026-11-21T00:00:00.000Z', '2025-11-21'],
  ['2028-02-29T12:00:00.000Z', '2027-02-28'],
  ['2029-02-28T12:00:00.000Z', '2028-02-28'],
  ['2029-03-01T12:00:00.000Z', '2028-03-01'],
])('files at %s go back to %s', (at, oldest) => {
  const tooOld = dayOf(atStartOf(oldest) - dayMs);
  expect(refusalOf(oldest, oldest, 'files', new Date(at))).toBeUndefined();
  expect(refusalOf(tooOld, oldest, 'files', new Date(at))).toBe(
    `Nothing older than a year is exported here: startDate must be ${oldest} or later.`,
  );
});

test('a whole leap year is longer than a file may cover', () => {
  const at = new Date('2029-02-28T12:00:00.000Z');
  expect(refusalOf('2028-02-28', '2029-02-27', 'files', at)).toBeUndefined();
  expect(refusalOf('2028-02-28', '2029-02-28', 'files', at)).toContain('endDate must be 2029-02-27 or earlier.');
});

test('metrics of weeks long ago may be requested', () => {
  expect(refusalOf('2001-01-01', '2001-12-31', 'analytics')).toBeUndefined();
});

const limitsOf: Record<RangeLimits, { days: number; months?: number }> = {
  analytics: { days: 365 },
  events: { days: 30, months: 1 },
  files: { days: 365, months: 12 },
};

test('for any days and any current time, a range is refused exactly when arithmetic on epoch days says so', () => {
  const instant = fc.integer({ min: Date.UTC(1999, 0, 1), max: Date.UTC(2105, 0, 1) });
  const nearby = fc.oneof(fc.integer({ min: -400, max: 40 }), fc.integer({ min: -33, max: -25 }));
  const length = fc.oneof(fc.integer({ min: -2, max: 400 }), fc.integer({ min: 28, max: 32 }));
  fc.assert(
    fc.property(
      fc.constantFrom<RangeLimits>('analytics', 'events', 'files'),
      instant,
      nearby,
      length,
      (limits, at, offset, days) => {
        const today = Math.floor(at / dayMs);
        const [start, end] = [(today + offset) * dayMs, (today + offset + days) * dayMs];
        const { days: most, months } = limitsOf[limits];
        const oldest = months === undefined ? Number.NEGATIVE_INFINITY : atStartOf(monthsBefore(dayOf(at), months));
        const isAllowed = end >= start && end - start <= most * dayMs && start >= oldest;
        expect(refusalOf(dayOf(start), dayOf(end), limits, new Date(at)) === undefined).toBe(isAllowed);
        if (!isAllowed) return;
        const range = requireRange({ startDate: dayOf(start), endDate: dayOf(end) }, limits, new Date(at));
        expect([range.start.getTime(), range.end.getTime()]).toEqual([start, end + dayMs]);
      },
    ),
    { numRuns: 2_000 },
  );
});
