import 'server-only';
import { or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { VisitKind } from '#lib/wire/visits.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { longestStayOf, selectEvents } from './select-events.ts';

/** The stays of a period: those that began from `from` until just before `to`. */
export interface StayPeriod {
  location: Pick<Location, 'id' | 'longestStayH'>;
  from: Date;
  to: Date;
  /** Those of one member only. */
  accountId?: string | undefined;
  /** Those of some visitors only: a condition that is the same for all events of a visitor. */
  isWanted?: ((accountId: PgColumn) => SQL | undefined) | undefined;
}

/**
 * The first events of stays and of departures, each with where it ended. Rows before and after the period are among them.
 * @returns a subquery
 */
export function selectEdges(db: Queryable, { location, from, to, ...whose }: StayPeriod) {
  const longest = longestStayOf(location);
  const longestMs = location.longestStayH * hourMs;
  const [first, last] = [new Date(from.getTime() - longestMs), new Date(to.getTime() + 2 * longestMs)];
  const events = selectEvents(db, { locationId: location.id, from: first, to: last, ...whose });
  const inOrder = sql`over (partition by ${events.visitor} order by ${events.at}, ${events.kind}, ${events.tapId})`;
  const beside = db
    .select({
      accountId: events.accountId,
      visitor: events.visitor,
      kind: events.kind,
      at: events.at,
      tapId: events.tapId,
      previousKind: sql<VisitKind | null>`lag(${events.kind}) ${inOrder}`.as('previous_kind'),
      previousAt: sql<Date | null>`lag(${events.at}) ${inOrder}`.as('previous_at'),
      nextKind: sql<VisitKind | null>`lead(${events.kind}) ${inOrder}`.as('next_kind'),
      nextAt: sql<Date | null>`lead(${events.at}) ${inOrder}`.as('next_at'),
      nextTapId: sql<string | null>`lead(${events.tapId}) ${inOrder}`.as('next_tap_id'),
    })
    .from(events)
    .as('beside');
  const isNearPrevious = sql`${beside.at} - ${beside.previousAt} < ${longest}`;
  const isNearNext = sql`${beside.nextAt} - ${beside.at} < ${longest}`;
  const goesOn = (isNear: SQL, kind: SQL.Aliased) =>
    sql`(${kind} is not null and ${kind} = ${beside.kind} and ${isNear})`;
  const isFirst = sql<boolean>`not ${goesOn(isNearPrevious, beside.previousKind)}`;
  const isLast = sql<boolean>`not ${goesOn(isNearNext, beside.nextKind)}`;
  const follows = sql<boolean>`(${beside.previousKind} = 'checkIn' and ${beside.kind} = 'checkOut' and ${isNearPrevious}) is true`;
  const isLeft = sql`${beside.kind} = 'checkIn' and ${beside.nextKind} = 'checkOut' and ${isNearNext}`;
  const ends = db
    .select({
      accountId: beside.accountId,
      visitor: beside.visitor,
      kind: beside.kind,
      at: beside.at,
      tapId: beside.tapId,
      isFirst: isFirst.as('is_first_of_run'),
      isLast: isLast.as('is_last_of_run'),
      isDeparture: follows.as('is_departure'),
      leftAt: sql<Date | null>`case when ${isLeft} then ${beside.nextAt} end`.as('left_at'),
      leftTapId: sql<string | null>`case when ${isLeft} then ${beside.nextTapId} end`.as('left_tap_id'),
    })
    .from(beside)
    .where(or(isFirst, isLast))
    .as('ends');
  const afterwards = sql`over (partition by ${ends.visitor} order by ${ends.at}, ${ends.kind}, ${ends.tapId})`;
  // the end of a run is the row itself, or the next one
  const ofEnd = (own: SQL.Aliased | typeof ends.at) =>
    sql`case when ${ends.isLast} then ${own} else lead(${own}) ${afterwards} end`;
  const lastAt = ofEnd(ends.at);
  const isStay = sql<boolean>`(${ends.isFirst} and not ${ends.isDeparture})`;
  const later = sql`over (partition by ${ends.visitor} order by ${ends.at} desc, ${ends.kind} desc, ${ends.tapId} desc
    rows between unbounded preceding and 1 preceding)`;
  return db
    .select({
      accountId: ends.accountId,
      visitor: ends.visitor,
      kind: ends.kind,
      at: ends.at,
      // named apart from the columns of the visits that are joined
      tapId: sql<string | null>`${ends.tapId}`.as('edge_tap_id'),
      isStay: isStay.as('is_stay'),
      /** When the next stay of the visitor begins, or until when events are read. */
      nextBeganAt:
        sql<Date>`coalesce(min(${ends.at}) filter (where ${isStay}) ${later}, ${last.toISOString()}::timestamptz)`.as(
          'next_began_at',
        ),
      outAt: sql<Date | null>`case when ${ends.kind} = 'checkOut' then ${ends.at} else ${ofEnd(ends.leftAt)} end`.as(
        'out_at',
      ),
      outTapId: sql<
        string | null
      >`case when ${ends.kind} = 'checkOut' then ${ends.tapId} else ${ofEnd(ends.leftTapId)} end`.as('out_tap_id'),
      insideUntil:
        sql<Date>`case when ${ends.kind} = 'checkOut' then ${ends.at} else coalesce(${ofEnd(ends.leftAt)}, ${lastAt} + ${longest}) end`.as(
          'inside_until',
        ),
    })
    .from(ends)
    .as('edges');
}
