import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { Days } from '#lib/wire/stays.ts';
import { startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { longestStayOf, selectEvents } from './select-events.ts';

export type CountedLocation = Pick<Location, 'id' | 'timeZone' | 'longestStayH'>;

interface Wanted extends Days {
  location: CountedLocation;
  /** Left out for days that are long over. */
  now?: Date;
}

/**
 * The hours of days, until now, counted from the visits: a select statement with the columns of `visit_hours`.
 *
 * Who is inside depends on the last event alone: an arrival less than a longest stay ago. So each arrival is one person more, until
 * the next event of the visitor, and a running sum over these moves is the number of people inside. An arrival that continues a stay
 * begins where the one before it ends.
 */
export function countHours(db: Queryable, { location, from, until, now }: Wanted): SQL {
  const { id, timeZone } = location;
  const beginMs = startOfDay(from, timeZone).getTime();
  const overMs = startOfDay(daysLater(until, 1), timeZone).getTime();
  const endMs = Math.max(beginMs, Math.min(overMs, now?.getTime() ?? overMs));
  const longest = longestStayOf(location);
  const longestMs = location.longestStayH * hourMs;
  const events = selectEvents(db, {
    locationId: id,
    from: new Date(beginMs - longestMs),
    to: new Date(endMs + longestMs),
  });
  const [first, last] = [instantOf(beginMs), instantOf(endMs)];
  const isTimeLeft = now ? sql`at + ${longest} > ${instantOf(now.getTime())}` : sql`false`;
  return sql`
    with beside as (
      select ${events.kind} as kind, ${events.at} as at,
        lag(${events.kind}) over in_order as kind_before, lag(${events.at}) over in_order as at_before,
        lead(${events.at}) over in_order as at_after
      from ${events}
      window in_order as (partition by ${events.visitor} collate "C" order by ${events.at}, ${events.kind}, ${events.tapId})
    ),
    arrivals as (
      select at, least(at_after, at + ${longest}) as inside_until,
        case when kind_before = 'checkIn' and at - at_before < ${longest} then 0 else 1 end as begins,
        case when at_after - at < ${longest} then 0 when ${isTimeLeft} then 0 else 1 end as is_open
      from beside where kind = 'checkIn'
    ),
    moves as (
      select at, 1 as change, begins, is_open from arrivals
      union all select inside_until, -1, 0, 0 from arrivals
      union all select at, 0, 0, 0 from generate_series(${first}, ${last}, interval '15 minutes') as at
      union all select ${last}, 0, 0, 0
    ),
    moments as (
      select at, begins, is_open, sum(change) over in_order as inside, lead(at) over in_order as next_at
      from moves window in_order as (order by at, change rows unbounded preceding)
    ),
    hours as (
      select date_trunc('hour', at at time zone ${timeZone}) as local_hour, max(inside)::integer as peak,
        sum(begins)::integer as arrivals, sum(is_open)::integer as open_ends,
        sum(date_part('epoch', next_at - at) * 1000) as length_ms, sum(inside * date_part('epoch', next_at - at) * 1000) as inside_ms
      from moments where at >= ${first} and at < ${last} group by local_hour
    )
    select ${id}::uuid as location_id, local_hour::date as day, extract(hour from local_hour)::integer as hour,
      round(length_ms)::integer as length_ms, arrivals,
      (sum(arrivals) over (partition by local_hour::date))::integer as arrivals_of_day, open_ends, round(inside_ms)::bigint as inside_ms, peak
    from hours`;
}

const instantOf = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
