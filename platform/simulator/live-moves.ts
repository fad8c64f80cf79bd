import { hourMs } from '#shared/calendar/durations.ts';
import { arrivalHours } from './arrival-hours.ts';
import { clubDay, clubHour } from './calendar.ts';
import type { DemoGym } from './demo-gyms.ts';
import type { Random } from './random.ts';

const minuteMs = 60_000;

/** Shortest and longest stay; between them, leaving is equally likely at any moment. */
const shortestStayMs = 30 * minuteMs;
const usualStayMs = 75 * minuteMs;
export const longestStayMs = 150 * minuteMs;

/** Minimum of arrivals at night, so that the demo always shows some activity; 6 is a typical hour of the day. */
const quietestHour = 1;
const usualHour = 6;

/** The random number of arrivals at the gym within the last `elapsedMs`, higher in busy hours. */
export function drawArrivals(random: Random, gym: DemoGym, now: Date, elapsedMs: number): number {
  const weight = arrivalHours(clubDay(now))[clubHour(now)] ?? 0;
  const perHour = (gym.membersIn * hourMs) / usualStayMs;
  const mean = (perHour * (Math.max(weight, quietestHour) / usualHour) * elapsedMs) / hourMs;
  let arrivals = 0;
  for (let waited = random.exponential(1); waited < mean; waited += random.exponential(1)) arrivals += 1;
  return arrivals;
}

/** Whether a member who checked in at `since` leaves within the last `elapsedMs`. */
export function drawLeaving(random: Random, since: Date, now: Date, elapsedMs: number): boolean {
  const stayMs = now.getTime() - since.getTime();
  if (stayMs < shortestStayMs) return false;
  return stayMs > longestStayMs || random.chance(1 - Math.exp(-elapsedMs / (usualStayMs - shortestStayMs)));
}
