import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { daysLater } from '#shared/calendar/days.ts';

/**
 * Whether an average counts a day, of hours of `visit_hours`: it is over, and known from its beginning, and
 * somebody came. On a day without a visit the gym was closed, or the desk was not in use.
 */
export const isCountedDay = ({ since, today }: { since: string | null; today: string }): SQL =>
  sql`arrivals_of_day > 0 and day < ${today}::date and day > ${since}::date`;

/** The days of the same weekday in the weeks before, the last one first. */
export const sameWeekdays = (day: string, weeks: number): string[] =>
  Array.from({ length: weeks }, (_, week) => daysLater(day, -7 * (week + 1)));
