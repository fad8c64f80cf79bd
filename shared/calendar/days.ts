import { dayMs } from './durations.ts';

// a day of a calendar has no zone: in UTC each is as long as the other
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);

/** Days from one calendar day, `yyyy-MM-dd`, to another; negative where `to` is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((noon(to) - noon(from)) / dayMs);

/** The calendar day so many days later. */
export function daysLater(day: string, days: number): string {
  return utcDayOf(noon(day) + days * dayMs);
}

/** The calendar day of an instant (epoch milliseconds) in UTC; for the day of a gym see `dayOf`. */
export function utcDayOf(epochMs: number): string {
  const [day = ''] = new Date(epochMs).toISOString().split('T');
  return day;
}
