import 'server-only';
import { type AnyColumn, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { leastSetMs } from '#lib/server/base/clock-watch.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { platformAheadNow } from '#lib/server/base/platform-time.ts';
import type { ClockStamp, StoredClock } from '#lib/server/db/schema/clock-stamp.ts';
import { elsewhereEvents, taps, type Visit, visits } from '#lib/server/db/schema/visits.ts';

/** The part of the desk that tells how a stored time relates to its clock as it is now. */
export type Ordering = Pick<DeskContext, 'clock' | 'clockWatch' | 'gymClientOf'>;

/** The desk's clock as it is now, and how far the platform's is ahead of it. */
export interface ClockOfNow extends ClockStamp {
  platformAheadMs: number;
}

export const clockOfNow = ({ desk, actor }: LocationContext<Ordering>): ClockOfNow => ({
  ...desk.clockWatch.stamp(),
  platformAheadMs: platformAheadNow({ desk, actor }) ?? 0,
});

/** When something happened, as it was stored. */
interface StoredTime {
  /** By the desk's clock of then, epoch milliseconds. */
  at: number;
  clock: ClockStamp | null | undefined;
  /** How far the platform's clock was ahead of it; null where that is unknown. */
  aheadMs: number | null;
}

/**
 * The time by the clock as it is now, in epoch milliseconds. A clock that was set ahead looks the same as a machine that was paused,
 * whose earlier times are right: only as far as the platform's clock was ahead of the desk's by more than it is now, the desk's was behind.
 */
export function byClockOfNow({ at, clock, aheadMs }: StoredTime, now: ClockOfNow): number {
  if (clock?.machine !== now.machine) return at;
  const setMs = now.begunAt - clock.begunAt;
  if (Math.abs(setMs) < leastSetMs) return at;
  const behindMs = aheadMs === null ? 0 : aheadMs - now.platformAheadMs;
  return at + Math.min(setMs, Math.max(0, behindMs));
}

/** A value, or the place of one in a prepared statement. */
type Given<Value> = Value | Placeholder;

/** A {@link ClockOfNow} for a statement. */
export type ClockGiven = { [Name in keyof ClockOfNow]: Given<ClockOfNow[Name]> };

/** The places of a {@link ClockOfNow} in a prepared statement, by the names of its fields. */
export const placesOfClock: ClockGiven = {
  machine: sql.placeholder('machine'),
  begunAt: sql.placeholder('begunAt'),
  platformAheadMs: sql.placeholder('platformAheadMs'),
};

/** {@link byClockOfNow} in SQL. Only for ordering; screens show the recorded time. */
export function orderedAt(
  { at, clock, aheadMs }: { at: AnyColumn; clock: AnyColumn; aheadMs: SQL<number | null> },
  now: ClockGiven,
): SQL.Aliased<Date> {
  const setMs = sql`(${now.begunAt}::float8 - (${clock} ->> 'begunAt')::float8)`;
  const isSet = sql`${clock} ->> 'machine' = ${now.machine} and abs(${setMs}) >= ${leastSetMs}::float8`;
  const behindMs = sql`coalesce(${aheadMs} - ${now.platformAheadMs}::float8, 0)`;
  const movedMs = sql`least(${setMs}, greatest(0, ${behindMs}))`;
  const moved = sql`case when ${isSet} then ${at} + ${movedMs} * interval '1 millisecond' else ${at} end`;
  return moved.mapWith((text: string) => new Date(text)).as('ordered_at');
}

const msBetween = (later: AnyColumn, earlier: AnyColumn): SQL<number | null> =>
  sql<number | null>`(extract(epoch from ${later} - ${earlier}) * 1000)::float8`;

/** Where each kind of event has how far the platform's clock was ahead, for {@link orderedAt}. */
export const aheadOf = {
  visit: msBetween(visits.platformAt, visits.tappedAt),
  elsewhere: sql<number | null>`(${elsewhereEvents.clock} ->> 'platformAheadMs')::float8`,
  setAside: sql<number | null>`(${taps.answer} -> 'setAside' -> 'clock' ->> 'platformAheadMs')::float8`,
};

type VisitTime = Pick<Visit, 'tappedAt' | 'clock' | 'platformAt'>;

const aheadOfVisit = ({ tappedAt, platformAt }: VisitTime): number | null =>
  platformAt && platformAt.getTime() - tappedAt.getTime();

/** When a visit was, by the clock as it is now, in epoch milliseconds. */
export const timeOfVisit = (context: LocationContext<Ordering>, visit: VisitTime): number =>
  byClockOfNow({ at: visit.tappedAt.getTime(), clock: visit.clock, aheadMs: aheadOfVisit(visit) }, clockOfNow(context));

/** The clock of a visit that is set aside, with what its row tells of the platform's. */
export function clockOfVisit(visit: VisitTime): StoredClock | null {
  const aheadMs = aheadOfVisit(visit);
  return withAhead(visit.clock, aheadMs);
}

/** The clock of a time that is stored now, with what is known of the platform's. */
export function clockToStore({ desk, actor }: LocationContext<Ordering>, clock: ClockStamp | null): StoredClock | null {
  const aheadMs = platformAheadNow({ desk, actor });
  return withAhead(clock, aheadMs === null ? null : aheadMs + desk.clockWatch.setSince(clock));
}

const withAhead = (clock: ClockStamp | null, aheadMs: number | null): StoredClock | null =>
  clock && (aheadMs === null ? clock : { ...clock, platformAheadMs: aheadMs });
