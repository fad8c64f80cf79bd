import { dayMs } from './durations.ts';

// a calendar day has no time zone; in UTC all days have the same length
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);

/** Days from one calendar day, `yyyy-MM-dd`, to another; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((noon(to) - noon(from)) / dayMs);

/** The calendar day this many days later. */
export function daysLater(day: string, days: number): string {
  return utcDayOf(noon(day) + days * dayMs);
}

/** The weekday of a calendar day; 0 is Monday, as in numbers by weekday. */
export const weekdayOf = (day: string): number => (new Date(noon(day)).getUTCDay() + 6) % 7;

/** The Monday of the week of a calendar day. */
export const mondayOf = (day: string): string => daysLater(day, -weekdayOf(day));

/** The calendar day of an instant (epoch milliseconds) in UTC; for the day in a gym's time zone see `dayOf`. */
export function utcDayOf(epochMs: number): string {
  const [day = ''] = new Date(epochMs).toISOString().split('T');
  return day;
}
