import { Temporal } from 'temporal-polyfill';
import { daysLater } from './days.ts';

/** The day of an instant (epoch milliseconds) in a gym's time zone, `yyyy-MM-dd`. */
export const dayOf = (epochMs: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The first moment of a day in a gym's time zone. It is not always midnight: clocks may be put forward at midnight. */
export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);

/** The first day that begins at an instant (epoch milliseconds) or after it. */
export function firstWholeDay(epochMs: number, timeZone: string): string {
  const day = dayOf(epochMs, timeZone);
  return startOfDay(day, timeZone).getTime() >= epochMs ? day : daysLater(day, 1);
}
