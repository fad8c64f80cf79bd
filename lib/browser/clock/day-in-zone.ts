import { dateTimeFormat } from '#lib/wire/i18n/date-time-format.ts';

/**
 * The calendar day of an instant in the time zone of a location, `yyyy-MM-dd`. For pages, which load no calendar
 * library.
 */
export const dayInZone = (instant: string | number, timeZone: string): string =>
  dateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(instant));
