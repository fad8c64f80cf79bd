import { daysLater, mondayOf, utcDayOf } from '#shared/calendar/days.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** Weeks from the one that begins on `from` up to the one before `end`. Both are Mondays, `yyyy-MM-dd`. */
export interface Weeks {
  from: string;
  end: string;
}

/** Number of past weeks that are computed. Metrics of earlier weeks stay unchanged. */
const weeksComputed = 104;
/** Events arrive up to 30 days late; one more day allows for a long transaction. */
const daysLookedBack = 31;

/** The Monday of the week of an instant, in UTC. */
const mondayAt = (instant: Date): string => mondayOf(utcDayOf(instant.getTime()));

const oldestBefore = (monday: string): string => daysLater(monday, -7 * weeksComputed);

export interface LastComputation {
  at: Date;
  /** When the earliest changed event happened that is older than the usual range of a computation. */
  changedFrom: Date | undefined;
}

/**
 * The finished weeks whose metrics may have changed since the last computation; without one, all weeks. With a clock that
 * is behind the last computation, none is earlier than its oldest: training of earlier weeks may have been dropped.
 */
export function weeksToCompute(now: Date, last: LastComputation | undefined): Weeks {
  const end = mondayAt(now);
  if (!last) return { from: oldestBefore(end), end };
  const oldest = oldestBefore(mondayAt(now < last.at ? last.at : now));
  const lookedBack = mondayAt(new Date(last.at.getTime() - daysLookedBack * dayMs));
  const changed = last.changedFrom ? mondayAt(last.changedFrom) : lookedBack;
  const from = changed < lookedBack ? changed : lookedBack;
  return { from: from < oldest ? oldest : from, end };
}

/** The Sunday of a week. */
export const lastDayOf = (monday: string): string => daysLater(monday, 6);
