import 'server-only';
import { count, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { readKnownSince } from '#lib/server/stays/known-since.ts';
import { selectStays } from '#lib/server/stays/select-stays.ts';
import type { MemberYear } from '#lib/wire/visits.ts';
import { dayOf, startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater, mondayOf } from '#shared/calendar/days.ts';
import { dayMs } from '#shared/calendar/durations.ts';

const weeksShown = 52;

interface AskedYear {
  location: Location;
  accountId: string;
  /** Epoch milliseconds. */
  now: number;
  lastAt: Date | undefined;
}

/** When a member came in the last 52 weeks, by week and by weekday of the location's time zone. */
export async function readYear(db: Queryable, { location, accountId, now, lastAt }: AskedYear): Promise<MemberYear> {
  const { timeZone } = location;
  const today = dayOf(now, timeZone);
  const thisMonday = mondayOf(today);
  const mondays = Array.from({ length: weeksShown }, (_, index) => daysLater(thisMonday, 7 * (index + 1 - weeksShown)));
  const from = startOfDay(mondays[0] ?? thisMonday, timeZone);
  const stays = selectStays(db, { location, from, to: new Date(now + dayMs), accountId });
  const local = sql`(${stays.beganAt} at time zone ${timeZone})`;
  const days = db
    .select({
      day: sql<string>`${local}::date::text`.as('day'),
      weekday: sql<number>`extract(isodow from ${local})::int`.as('weekday'),
    })
    .from(stays)
    .as('days');
  const counted = await db
    .select({ day: days.day, weekday: days.weekday, visits: count() })
    .from(days)
    .groupBy(days.day, days.weekday);
  const sumOf = (isCounted: (row: (typeof counted)[number]) => boolean) =>
    counted.filter(isCounted).reduce((sum, { visits }) => sum + visits, 0);
  return {
    weeks: mondays.map((monday) => ({
      monday,
      visits: sumOf(({ day }) => day >= monday && day < daysLater(monday, 7)),
    })),
    weekdays: [1, 2, 3, 4, 5, 6, 7].map((isoDay) => sumOf(({ weekday }) => weekday === isoDay)),
    lastAt: lastAt?.toISOString() ?? null,
    since: await readKnownSince(db, location),
  };
}
