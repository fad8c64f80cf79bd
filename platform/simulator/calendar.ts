import { Temporal } from 'temporal-polyfill';
import { dayOf, startOfDay } from '#shared/calendar/day-in-zone.ts';
import { demoTimeZone } from './demo-gyms.ts';

// Both gyms of the demo chain are in one time zone, so they share their calendar days.

export const clubDay = (instant: Date): Temporal.PlainDate =>
  Temporal.PlainDate.from(dayOf(instant.getTime(), demoTimeZone));

export const midnightOf = (day: Temporal.PlainDate): Date => startOfDay(day.toString(), demoTimeZone);

/** The start of an hour of a day. An hour that daylight saving time skips starts an hour later. */
export const timeAt = (day: Temporal.PlainDate, hour: number): Date =>
  new Date(day.toZonedDateTime({ timeZone: demoTimeZone, plainTime: { hour } }).epochMilliseconds);

/** The hour of the day, 0 to 23. */
export const clubHour = (instant: Date): number =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(demoTimeZone).hour;
