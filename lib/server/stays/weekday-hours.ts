import 'server-only';
import { sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Days, HourCell, WeekdayHours } from '#lib/wire/stays.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { daysBetween } from '#shared/calendar/days.ts';
import { isCountedDay } from './counted-days.ts';
import { withHours } from './stored-hours.ts';

/** When the gym is full: by weekday and local hour, over days. */
export function readWeekdayHours(context: LocationContext, days: Days): Promise<WeekdayHours> {
  const { desk, actor } = context;
  const { timeZone } = actor.location;
  return withHours(context, days, async ({ tx, hours, since }) => {
    const number = (name: string) => sql<number>`${sql.identifier(name)}`.mapWith(Number);
    const counted = sql`(
      select (day - ${aMonday}::date) % 7 as weekday, hour, count(*) as days, sum(arrivals) as arrivals, sum(open_ends) as open_ends,
        sum(inside_ms)::float8 / sum(length_ms) as inside, max(peak) as peak
      from ${hours} where ${isCountedDay({ since, today: dayOf(desk.clock(), timeZone) })}
      group by weekday, hour
    ) as counted`;
    const rows = await tx
      .select({
        weekday: number('weekday'),
        hour: number('hour'),
        days: number('days'),
        arrivals: number('arrivals'),
        openEnds: number('open_ends'),
        inside: number('inside'),
        peak: number('peak'),
      })
      .from(counted);
    const cells = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => ({ ...empty })));
    for (const { weekday, hour, openEnds: _, ...cell } of rows) {
      const ofWeekday = cells[weekday];
      if (ofWeekday) ofWeekday[hour] = cell;
    }
    // every day has an hour that is missing on no day
    const daysOf = cells.map((ofWeekday) => Math.max(...ofWeekday.map(({ days }) => days)));
    return {
      period: days,
      timeZone,
      visits: sum(rows.map(({ arrivals }) => arrivals)),
      openEnds: sum(rows.map(({ openEnds }) => openEnds)),
      since,
      days: daysOf,
      daysLeftOut: daysBetween(days.from, days.until) + 1 - sum(daysOf),
      cells,
    };
  });
}

const aMonday = '1900-01-01';

const empty: HourCell = { days: 0, arrivals: 0, inside: null, peak: 0 };

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
