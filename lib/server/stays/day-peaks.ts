import 'server-only';
import { sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DayPeaks, Days } from '#lib/wire/stays.ts';
import { withHours } from './stored-hours.ts';

/** How full each day was at most, today until now. */
export function readDayPeaks(context: LocationContext, days: Days): Promise<DayPeaks> {
  const { timeZone, capacity } = context.actor.location;
  return withHours(context, days, async ({ tx, hours, since }) => {
    const rows = await tx
      .select({
        day: sql<string>`day::text`,
        visits: sql<number>`sum(arrivals)`.mapWith(Number),
        openEnds: sql<number>`sum(open_ends)`.mapWith(Number),
        peak: sql<number>`max(peak)`.mapWith(Number),
        peakHour: sql<number>`(array_agg(hour order by peak desc, hour))[1]`.mapWith(Number),
      })
      .from(hours)
      .groupBy(sql`day`)
      .having(sql`sum(arrivals) > 0`)
      .orderBy(sql`day`);
    return {
      period: days,
      timeZone,
      visits: rows.reduce((sum, { visits }) => sum + visits, 0),
      openEnds: rows.reduce((sum, { openEnds }) => sum + openEnds, 0),
      since,
      capacity,
      days: rows.map(({ openEnds: _, ...row }) => row),
    };
  });
}
