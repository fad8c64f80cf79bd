import { Temporal } from 'temporal-polyfill';

/** The day that an instant (epoch milliseconds) belongs to where a gym is, `yyyy-MM-dd`. */
export const dayOf = (epochMs: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The first moment of a day where a gym is; not always midnight, where clocks are put forward. */
export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
