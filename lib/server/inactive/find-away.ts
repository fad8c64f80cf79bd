import 'server-only';
import { and, eq, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import { firstDayOf, isOwnMember, lastDayOf } from '#lib/server/contracts/contract-days.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { memberRhythms, memberRhythmsKnown } from '#lib/server/db/schema/member-rhythms.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { selectEvents } from '#lib/server/stays/select-events.ts';
import { areCorrected } from '#lib/server/stays/stored-rhythms.ts';
import { inactiveChoices, longestInactiveDays } from '#lib/wire/inactive-members.ts';
import { startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';

interface Asked {
  location: Location;
  /** Epoch milliseconds. */
  now: number;
  today: string;
}

/**
 * Those whose last visit was on a day from 120 to 14 days ago: what the order of the list depends on, with the stored rhythm, whose
 * `visitDays` are null where it is not counted yet. Last visits are read from the table as far as they are stored there, and from the
 * visits since then.
 * @param tx its statements see the database at one moment
 */
export async function findAway(tx: Queryable, { location, now, today }: Asked) {
  const { id: locationId, timeZone } = location;
  const from = startOfDay(daysLater(today, -longestInactiveDays), timeZone);
  const until = startOfDay(daysLater(today, 1 - Number(inactiveChoices[0])), timeZone);
  const [known] = await tx
    .select({ before: memberRhythmsKnown.before })
    .from(memberRhythmsKnown)
    .where(and(eq(memberRhythmsKnown.locationId, locationId), areCorrected));
  // after a clock was set back, it may lie ahead
  const before = known && known.before > from && known.before.getTime() <= now ? known.before : from;
  const events = selectEvents(tx, { locationId, from: before, to: new Date(now + 1) });
  const stored = tx
    .select({
      accountId: memberRhythms.accountId,
      at: memberRhythms.lastAt,
      storedAt: sql<Date | null>`${memberRhythms.lastAt}`.as('stored_at'),
      visitDays: memberRhythms.visitDays,
      medianGapDays: memberRhythms.medianGapDays,
    })
    .from(memberRhythms)
    .where(
      and(eq(memberRhythms.locationId, locationId), gte(memberRhythms.lastAt, from), lt(memberRhythms.lastAt, before)),
    );
  const later = tx
    .select({
      accountId: sql<string>`${events.accountId}`,
      at: events.at,
      storedAt: sql<Date | null>`null::timestamptz`,
      visitDays: sql<number | null>`null::integer`,
      medianGapDays: sql<number | null>`null::float8`,
    })
    .from(events)
    .where(and(eq(events.kind, 'checkIn'), isNotNull(events.accountId)));
  const arrivals = unionAll(stored, later).as('arrivals');
  const lastAt = sql<Date>`max(${arrivals.at})`;
  // each member has one stored row at most, whose rhythm is that of the last visit only if there is no later one
  const ofLast = (value: SQL.Aliased | PgColumn) =>
    sql<number | null>`case when max(${arrivals.storedAt}) = ${lastAt} then max(${value}) end`;
  const came = tx
    .select({
      accountId: sql<string>`${arrivals.accountId}`.as('visits_of'),
      lastAt: lastAt.as('came_at'),
      visitDays: ofLast(arrivals.visitDays).as('visits_before'),
      medianGapDays: ofLast(arrivals.medianGapDays).as('gap_before'),
    })
    .from(arrivals)
    .groupBy(arrivals.accountId)
    .having(lt(lastAt, until))
    .as('came');
  const { accountId, searchName } = members;
  return tx
    .select({
      accountId,
      searchName,
      visitDays: came.visitDays,
      medianGapDays: came.medianGapDays,
      lastAt: sql<Date>`${came.lastAt}`.mapWith(visits.tappedAt),
      /** Days of the calendar since then. */
      daysAway: sql<number>`${today}::date - (${came.lastAt} at time zone ${timeZone})::date`,
    })
    .from(members)
    .innerJoin(came, eq(came.accountId, accountId))
    .where(isRunning(location, today));
}

/**
 * SQL condition: the member is of this gym itself, as far as the desk has read which ones are, and their contract or corporate
 * fitness runs today.
 */
function isRunning(location: Location, today: string): SQL | undefined {
  return and(
    isNull(members.absentAt),
    isOwnMember(location.id),
    sql`(${firstDayOf(location)} > ${today}::date) is not true`,
    sql`(${lastDayOf(location)} < ${today}::date) is not true`,
  );
}
