import 'server-only';
import { sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { Queryable } from '#lib/server/db/client.ts';
import type { DayCurve } from '#lib/wire/stays.ts';
import { startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import type { CountedLocation } from './count-hours.ts';
import { isCountedDay, sameWeekdays } from './counted-days.ts';
import { quartiles, quartilesOf } from './quartiles.ts';
import { selectArrivals } from './select-arrivals.ts';

interface Asked {
  location: CountedLocation;
  day: string;
  /** How many earlier days of the same weekday are compared. */
  weeks: number;
  since: string | null;
  now: Temporal.ZonedDateTime;
}

/**
 * The arrivals of a day until now, and the quartiles of the same weekday in the weeks before, until this time of day; of a day that is
 * over, of the whole of each. Counted from the visits of these days alone: the page of all gyms reads it again and again.
 */
export async function readSoFar(db: Queryable, asked: Asked): Promise<DayCurve['soFar']> {
  const { location, day, weeks, since, now } = asked;
  const today = now.toPlainDate().toString();
  const days = [day, ...sameWeekdays(day, weeks)].map((each) => ({ day: each, ...spanOf(each, asked) }));
  const times = (name: 'begins' | 'until' | 'ends') =>
    sql`${sql.param(days.map((each) => each[name].toISOString()))}::timestamptz[]`;
  const arrivals = selectArrivals(db, { location, from: sql`asked.begins`, to: sql`asked.ends` });
  const counted = sql`(
    select day, count(*) filter (where at < until) as number, count(*) as arrivals_of_day
    from unnest(${sql.param(days.map((each) => each.day))}::date[], ${times('begins')}, ${times('until')}, ${times('ends')})
        as asked (day, begins, until, ends)
      cross join lateral (${arrivals}) as arrivals
    group by day
  ) as counted`;
  const isUsual = sql`day <> ${day}::date and ${isCountedDay({ since, today })}`;
  const [row] = await db
    .select({
      arrivals: sql<number>`coalesce(sum(number) filter (where day = ${day}::date), 0)::integer`,
      usual: sql<number[] | null>`${quartilesOf(sql`number`)} filter (where ${isUsual})`,
    })
    .from(counted);
  if (!row) throw new Error('A count without groups has no row.');
  return { arrivals: row.arrivals, usual: row.usual && quartiles(row.usual) };
}

function spanOf(each: string, { location: { timeZone }, day, now }: Asked) {
  const begins = startOfDay(each, timeZone);
  const ends = startOfDay(daysLater(each, 1), timeZone);
  if (each === day) return { begins, until: new Date(Math.min(now.epochMilliseconds, ends.getTime())), ends };
  if (day !== now.toPlainDate().toString()) return { begins, until: ends, ends };
  const sameTime = Temporal.PlainDate.from(each).toZonedDateTime({ timeZone, plainTime: now.toPlainTime() });
  return { begins, until: new Date(sameTime.epochMilliseconds), ends };
}
