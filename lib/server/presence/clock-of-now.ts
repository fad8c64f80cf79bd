import 'server-only';
import { type AnyColumn, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { leastSetMs } from '#lib/server/base/clock-watch.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { platformAheadNow } from '#lib/server/base/platform-time.ts';
import type { ClockStamp, StoredClock } from '#lib/server/db/schema/clock-stamp.ts';
import type { Visit } from '#lib/server/db/schema/visits.ts';

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

/**
 * A time by the clock as it is now, in epoch milliseconds. A clock that was set ahead looks the same as a machine that was paused, whose
 * earlier times are right: only as far as the platform's clock was ahead of the desk's by more than it is now, the desk's was behind.
 * @param at by the clock of then, epoch milliseconds
 */
export function byClockOfNow(at: number, clock: StoredClock | null | undefined, now: ClockOfNow): number {
  if (clock?.machine !== now.machine) return at;
  const setMs = now.begunAt - clock.begunAt;
  if (Math.abs(setMs) < leastSetMs) return at;
  const behindMs = clock.platformAheadMs === undefined ? 0 : clock.platformAheadMs - now.platformAheadMs;
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
export function orderedAt(at: AnyColumn, clock: AnyColumn, now: ClockGiven): SQL.Aliased<Date> {
  const setMs = sql`(${now.begunAt}::float8 - (${clock} ->> 'begunAt')::float8)`;
  const isSet = sql`${clock} ->> 'machine' = ${now.machine} and abs(${setMs}) >= ${leastSetMs}::float8`;
  const behindMs = sql`coalesce((${clock} ->> 'platformAheadMs')::float8 - ${now.platformAheadMs}::float8, 0)`;
  const movedMs = sql`least(${setMs}, greatest(0, ${behindMs}))`;
  const moved = sql`case when ${isSet} then ${at} + ${movedMs} * interval '1 millisecond' else ${at} end`;
  return moved.mapWith((text: string) => new Date(text)).as('ordered_at');
}

/** When a visit was, by the clock as it is now, in epoch milliseconds. */
export const timeOfVisit = (
  context: LocationContext<Ordering>,
  { tappedAt, clock }: Pick<Visit, 'tappedAt' | 'clock'>,
): number => byClockOfNow(tappedAt.getTime(), clock, clockOfNow(context));

/**
 * The clock of a time to be stored, with how far the platform's is ahead of it. Only as long as it was not set: of a clock that was, nobody
 * knows any more.
 */
export function clockToStore({ desk, actor }: LocationContext<Ordering>, clock: ClockStamp | null): StoredClock | null {
  const { clockWatch } = desk;
  const isThisClock = clock?.machine === clockWatch.stamp().machine && clockWatch.setSince(clock) === 0;
  const platformAheadMs = isThisClock ? platformAheadNow({ desk, actor }) : null;
  return clock && (platformAheadMs === null ? clock : { ...clock, platformAheadMs });
}
