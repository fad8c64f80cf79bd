import { Temporal } from 'temporal-polyfill';
import { startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';

/**
 * Parses an RFC 3339 instant. Without an offset, it is local time of the gym; a day alone means its first moment
 * there.
 */
export function instantOf(text: string, timeZone: string): Date {
  if (!text.includes('T')) return startOfDay(text, timeZone);
  if (/(Z|[+-]\d\d:\d\d)$/.test(text)) return new Date(text);
  return new Date(Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds);
}

/** The last second of a day in the gym's time zone. */
export const endOfDay = (day: string, timeZone: string): Date =>
  new Date(startOfDay(daysLater(day, 1), timeZone).getTime() - 1000);
