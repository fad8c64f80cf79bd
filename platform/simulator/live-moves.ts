import { arrivalHours } from './arrival-hours.ts';
import { clubDay, clubHour } from './calendar.ts';
import type { DemoGym } from './demo-gyms.ts';
import type { Random } from './random.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Nobody leaves before the one, everybody after the other; in between, one like the other at any moment. */
const shortestStayMs = 30 * minuteMs;
const usualStayMs = 75 * minuteMs;
const longestStayMs = 150 * minuteMs;

/** How busy a demo at night still is, so that there is something to see; 6 is an hour of the day as a rule. */
const quietestHour = 1;
const usualHour = 6;

/** How many members come to the gym within `elapsedMs` up to now: by chance, more in the busy hours. */
export function drawArrivals(random: Random, gym: DemoGym, now: Date, elapsedMs: number): number {
  const weight = arrivalHours(clubDay(now))[clubHour(now)] ?? 0;
  const perHour = (gym.membersIn * hourMs) / usualStayMs;
  const mean = (perHour * (Math.max(weight, quietestHour) / usualHour) * elapsedMs) / hourMs;
  let arrivals = 0;
  for (let waited = random.exponential(1); waited < mean; waited += random.exponential(1)) arrivals += 1;
  return arrivals;
}

/** Whether a member who is in since then leaves within `elapsedMs` up to now. */
export function drawLeaving(random: Random, since: Date, now: Date, elapsedMs: number): boolean {
  const stayMs = now.getTime() - since.getTime();
  if (stayMs < shortestStayMs) return false;
  return stayMs > longestStayMs || random.chance(1 - Math.exp(-elapsedMs / (usualStayMs - shortestStayMs)));
}
