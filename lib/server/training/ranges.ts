import type { TrainingSet } from '#lib/wire/training.ts';
import { daysLater, utcDayOf } from '#shared/calendar/days.ts';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';

/** The hour, in UTC, by which the platform has processed a day. */
const processedHour = 9;
/** Over how long the gyms of all desks are spread. */
const spreadMs = 2 * hourMs;

/**
 * How many days the platform offers, less one, as a month may have 28 and clocks differ; and how many of those that were read before
 * are read again, because events arrive late and corrected.
 */
const spans: Record<'events' | 'weeks', { all: number; again: number }> = {
  events: { all: 26, again: 3 },
  weeks: { all: 364, again: 35 },
};
/** How often all that the platform offers is read again: events may arrive up to 30 days late. */
const allEveryMs = 7 * dayMs;

interface ReadBefore {
  dataSet: TrainingSet;
  until: string | null;
  allReadAt: Date | null;
}

/** The days, in UTC, that a reading which begins now reads. */
export function rangeAt(now: number, { dataSet, until, allReadAt }: ReadBefore) {
  const { all, again } = spans[dataSet === 'weeks' ? 'weeks' : 'events'];
  const lastDay = daysLater(utcDayOf(now - processedHour * hourMs), -1);
  const earliest = daysLater(lastDay, -all);
  const isAll =
    until === null || allReadAt === null || now - allReadAt.getTime() >= allEveryMs || allReadAt.getTime() > now;
  const wanted = isAll ? earliest : daysLater(until, -again);
  const firstDay = wanted < earliest ? earliest : wanted > lastDay ? lastDay : wanted;
  return { firstDay, lastDay, isAll };
}

/**
 * When the next day will have been processed: after nine, at the location's own moment of the two hours after that.
 * @param locationId a random UUID
 */
export function nextDailyAt(now: number, locationId: string): Date {
  const share = Number.parseInt(locationId.slice(-8), 16) / 2 ** 32;
  const nextDay = daysLater(utcDayOf(now - processedHour * hourMs), 1);
  return new Date(Date.parse(`${nextDay}T00:00:00Z`) + processedHour * hourMs + Math.floor(share * spreadMs));
}

/** The days of which the data is complete once this range has been read, too. */
export function completeWith(
  { since, until }: { since: string | null; until: string | null },
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): { since: string; until: string } {
  if (since === null || until === null || firstDay > daysLater(until, 1)) return { since: firstDay, until: lastDay };
  return { since: since < firstDay ? since : firstDay, until: until > lastDay ? until : lastDay };
}
