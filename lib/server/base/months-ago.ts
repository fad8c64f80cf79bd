import { Temporal } from 'temporal-polyfill';

/** By the calendar of the location. */
export const monthsAgo = (now: number, timeZone: string, months: number): Date =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).subtract({ months }).epochMilliseconds,
  );
