import { Temporal } from 'temporal-polyfill';
import { daysLater, utcDayOf } from '#shared/calendar/days.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** Weeks that begin on `from` and later, up to the one that ends before `end`; both are Mondays, `yyyy-MM-dd`. */
export interface Weeks {
  from: string;
  end: string;
}

/** How many weeks back metrics are computed; those of earlier weeks stay as they were. */
const weeksComputed = 104;
/** Events come in up to 30 days late, and a transaction may take its time. */
const daysLookedBack = 31;

/** The Monday that the week of an instant begins with; days are of UTC. */
function mondayOf(instant: Date): string {
  const day = utcDayOf(instant.getTime());
  return daysLater(day, 1 - Temporal.PlainDate.from(day).dayOfWeek);
}

export interface LastComputation {
  at: Date;
  /** When the earliest event happened that changed since, further back than is looked anyway. */
  changedFrom: Date | undefined;
}

/** The weeks whose metrics may be otherwise than they were computed last, and are over. All of them without a last time. */
export function weeksToCompute(now: Date, last: LastComputation | undefined): Weeks {
  const end = mondayOf(now);
  const oldest = daysLater(end, -7 * weeksComputed);
  if (!last) return { from: oldest, end };
  const lookedBack = mondayOf(new Date(last.at.getTime() - daysLookedBack * dayMs));
  const changed = last.changedFrom ? mondayOf(last.changedFrom) : lookedBack;
  const from = changed < lookedBack ? changed : lookedBack;
  return { from: from < oldest ? oldest : from, end };
}

/** The Sunday of a week. */
export const lastDayOf = (monday: string): string => daysLater(monday, 6);
