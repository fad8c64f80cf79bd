import { Temporal } from 'temporal-polyfill';

/** The day it is at a club with this IANA time zone. */
export function dayAt(instant: Date, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** When a day, or an hour of it, begins at a club. An hour that daylight saving skips begins an hour later. */
export function timeAt(day: Temporal.PlainDate, timeZone: string, hour = 0): Date {
  const begins = hour === 0 ? day.toZonedDateTime(timeZone) : day.toZonedDateTime({ timeZone, plainTime: { hour } });
  return new Date(begins.epochMilliseconds);
}

/** The hour of the day at a club, 0 to 23. */
export function hourAt(instant: Date, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).hour;
}
