import 'server-only';
import { z } from 'zod';
import { startOfDay } from '#shared/calendar/day-in-zone.ts';

/** A day or a moment that the operator types. */
export const sinceInput = (option: string) =>
  z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: `${option} must be a day or a moment, such as 2026-11-01 or 2026-11-01T08:30:00Z.`,
  });

/** The moment from which on the operator means; a day begins at midnight of the time zone. */
export function beginningOf(since: string, timeZone: string): Date {
  if (since.includes('T')) return new Date(since);
  return startOfDay(since, timeZone);
}
