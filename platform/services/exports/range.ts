import { Temporal } from 'temporal-polyfill';
import type { DayRange } from '#contracts/export/pages.ts';
import { PlatformError } from '#platform/base/errors.ts';
import { startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater, utcDayOf } from '#shared/calendar/days.ts';

interface Limits {
  /** The longest distance from the first day to the last. */
  days: number;
  /** How long ago the first day may be. */
  age?: { months: number } | { years: number };
}

/** Limits of a range, per kind of request (`/reference/export`). */
export const rangeLimits = {
  analytics: { days: 365 },
  events: { days: 30, age: { months: 1 } },
  files: { days: 365, age: { years: 1 } },
} as const satisfies Record<string, Limits>;
export type RangeLimits = keyof typeof rangeLimits;

/** Days in UTC, both inclusive. */
export interface ExportRange extends DayRange {
  /** The first instant of the first day. */
  start: Date;
  /** The first instant after the last day. */
  end: Date;
}

/**
 * The range between two days, if it is allowed.
 * @param days `yyyy-MM-dd`; must be existing days
 * @throws PlatformError `invalidArguments`, with a sentence that says which days are allowed
 */
export function requireRange({ startDate, endDate }: DayRange, limits: RangeLimits, now: Date): ExportRange {
  const { days, age }: Limits = rangeLimits[limits];
  const [first, last] = [Temporal.PlainDate.from(startDate), Temporal.PlainDate.from(endDate)];
  if (Temporal.PlainDate.compare(first, last) > 0) {
    throw refused('endDate must not lie before startDate.');
  }
  if (first.until(last).days > days) {
    throw refused(`Ask for at most ${days} days after startDate: endDate must be ${first.add({ days })} or earlier.`);
  }
  const oldest = age && today(now).subtract(age);
  if (oldest && Temporal.PlainDate.compare(first, oldest) < 0) {
    throw refused(`Nothing older than ${inWords[limits]} is exported here: startDate must be ${oldest} or later.`);
  }
  return { startDate, endDate, start: startOfDay(startDate, 'UTC'), end: startOfDay(daysLater(endDate, 1), 'UTC') };
}

const inWords: Record<RangeLimits, string> = { analytics: 'time', events: 'a month', files: 'a year' };

const today = (now: Date) => Temporal.PlainDate.from(utcDayOf(now.getTime()));

const refused = (message: string) => new PlatformError('invalidArguments', message);
