import { Temporal } from 'temporal-polyfill';

/** Today, `yyyy-MM-dd`, where the gym is. */
export const dayAt = (instant: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The first moment of a day in the gym; not always midnight, where clocks are put forward. */
export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);

/** An instant in RFC 3339; without an offset a time in the gym; of a day alone, its first moment there. */
export function instantOf(text: string, timeZone: string): Date {
  if (!text.includes('T')) return startOfDay(text, timeZone);
  if (/(Z|[+-]\d\d:\d\d)$/.test(text)) return new Date(text);
  return new Date(Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds);
}

/** The last second of a day in the gym. */
export const endOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds - 1000);

/** Whether the runtime knows the time zone by this IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
