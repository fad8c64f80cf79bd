import { Temporal } from 'temporal-polyfill';

/** The day of an instant (epoch milliseconds) in a gym's time zone, `yyyy-MM-dd`. */
export const dayOf = (epochMs: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The first moment of a day in a gym's time zone. It is not always midnight: clocks may be put forward at midnight. */
export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
