import { dateTimeFormat } from '#lib/wire/i18n/date-time-format.ts';

/** The day that an instant belongs to where a location is, `yyyy-MM-dd`: for pages, which have no calendar of their own. */
export const dayInZone = (instant: string | number, timeZone: string): string =>
  dateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(instant));
