import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { dayOf, startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysBetween, daysLater, weekdayOf } from '#shared/calendar/days.ts';
import { breaks } from './broken-rule.ts';
import { isTime } from './time/clock-time.ts';
import { isDay } from './time/month.ts';

/** Monday first, as in ISO 8601. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Times before this belong to the evening before: Friday's closing time 00:30 is on Saturday. */
const nightEndsAt = '06:00';

export const isAtNight = (time: string): boolean => time < nightEndsAt;

const clockTime = z.string().refine(isTime, 'Must be a time such as 22:30.');
const day = z.string().refine(isDay, 'Must be a day such as 2026-12-24.');

/** Closing time `HH:mm` by weekday; no entry for a day without one. */
export const closingTimes = z.partialRecord(z.enum(weekdays), clockTime);
export type ClosingTimes = z.infer<typeof closingTimes>;

export const longestNote = 60;
const mostExceptions = 1_000;

/** One day on which the location does not close as on its weekday. */
const closingException = z.object({
  /** `yyyy-MM-dd`. */
  day,
  /** When it closes; null where it does not open at all. */
  time: clockTime.nullable(),
  /** Why, for the people who read it: `Christmas Eve`. */
  note: z.string().trim().max(longestNote),
});
export type ClosingException = z.infer<typeof closingException>;

export const closingExceptions = z.array(closingException).max(mostExceptions);

interface ClosingHours {
  closingTimes: ClosingTimes;
  closingExceptions: readonly ClosingException[];
  timeZone: string;
}

/**
 * The instants after `from` and until `to` (epoch milliseconds) at which a location closed, earliest first. A time that
 * daylight saving skips is shifted forward; of a time that occurs twice the first counts. A day on which the location does not
 * open begins with everybody gone, also after an evening without a closing time.
 */
export function closingMoments(hours: ClosingHours, from: number, to: number): number[] {
  const { timeZone } = hours;
  const exceptions = new Map(hours.closingExceptions.map((exception) => [exception.day, exception]));
  const timeOn = (day: string): string | null | undefined => {
    const exception = exceptions.get(day);
    if (exception) return exception.time;
    const weekday = weekdays[weekdayOf(day)];
    return weekday && hours.closingTimes[weekday];
  };
  const momentOn = (day: string): number | null => {
    const time = timeOn(day);
    if (time === undefined) return null;
    if (time === null) return timeOn(daysLater(day, -1)) === undefined ? startOfDay(day, timeZone).getTime() : null;
    const date = Temporal.PlainDate.from(isAtNight(time) ? daysLater(day, 1) : day);
    return date.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds;
  };
  const last = dayOf(to, timeZone);
  const moments: number[] = [];
  // closing after midnight: the day before the first one may reach into the range
  for (let day = daysLater(dayOf(from, timeZone), -1); day <= last; day = daysLater(day, 1)) {
    const moment = momentOn(day);
    if (moment !== null && moment > from && moment <= to) moments.push(moment);
  }
  return moments.toSorted((one, other) => one - other);
}

/** Consecutive days with the same time and note. */
export interface ExceptionRange extends Omit<ClosingException, 'day'> {
  from: string;
  until: string;
}

/** Groups exceptions for a list, earliest first. */
export function rangesOf(exceptions: readonly ClosingException[]): ExceptionRange[] {
  const ranges: ExceptionRange[] = [];
  for (const { day, time, note } of exceptions.toSorted((one, other) => one.day.localeCompare(other.day))) {
    const last = ranges.at(-1);
    if (last && last.time === time && last.note === note && daysLater(last.until, 1) === day) last.until = day;
    else ranges.push({ from: day, until: day, time, note });
  }
  return ranges;
}

const mostDaysAtOnce = 62;

/** The form by which several days are added at once. */
export const exceptionDays = z
  .object({
    from: day,
    /** Empty for one day. */
    until: z.union([z.literal(''), day]),
    kind: z.enum(['closed', 'otherTime']),
    /** Ignored for a closed day. */
    time: z.string(),
    note: closingException.shape.note,
  })
  .superRefine(({ from, until, kind, time }, context) => {
    if (until !== '' && until < from) context.addIssue({ code: 'custom', path: ['until'], ...breaks('isBefore') });
    if (until !== '' && daysBetween(from, until) >= mostDaysAtOnce)
      context.addIssue({ code: 'custom', path: ['until'], ...breaks('tooMany') });
    if (kind === 'otherTime' && !isTime(time))
      context.addIssue({ code: 'custom', path: ['time'], ...breaks('notATime') });
  });
export type ExceptionDays = z.infer<typeof exceptionDays>;

/** Adds the days; an earlier exception of one of them is replaced. */
export function addExceptions(
  exceptions: readonly ClosingException[],
  { from, until, kind, time, note }: ExceptionDays,
): ClosingException[] {
  const count = until === '' ? 1 : daysBetween(from, until) + 1;
  const added = Array.from({ length: count }, (_, index) => ({
    day: daysLater(from, index),
    time: kind === 'closed' ? null : time,
    note,
  }));
  return [...removeExceptions(exceptions, { from, until: until || from }), ...added].toSorted((one, other) =>
    one.day.localeCompare(other.day),
  );
}

export const removeExceptions = (
  exceptions: readonly ClosingException[],
  { from, until }: Pick<ExceptionRange, 'from' | 'until'>,
): ClosingException[] => exceptions.filter(({ day }) => day < from || day > until);
