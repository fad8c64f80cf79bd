import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { CurveHour, DayCurve, Quartiles } from '#lib/wire/stays.ts';
import { dayOf, startOfDay } from '#shared/calendar/club-day.ts';
import { daysLater } from '#shared/calendar/days.ts';
import type { CountedLocation } from './count-hours.ts';
import { isCountedDay } from './counted-days.ts';
import { selectArrivals } from './select-arrivals.ts';
import { withHours } from './stored-hours.ts';

interface Asked {
  day: string;
  /** How many earlier days of the same weekday are compared. */
  weeks: number;
}

/** A day by the hour, and the quartiles of the same weekday in the weeks before. */
export function readDayCurve(context: LocationContext, { day, weeks }: Asked): Promise<DayCurve> {
  const { desk, actor } = context;
  const { location } = actor;
  const { timeZone } = location;
  const now = Temporal.Instant.fromEpochMilliseconds(desk.clock()).toZonedDateTimeISO(timeZone);
  const isToday = day === now.toPlainDate().toString();
  const earlier = Array.from({ length: weeks }, (_, week) => daysLater(day, -7 * (week + 1)));
  const days = { from: earlier.at(-1) ?? day, until: day };
  return withHours(context, days, async ({ tx, hours, since }) => {
    const today = dayOf(desk.clock(), timeZone);
    const isUsual = sql`day = any(${sql.param(earlier)}::date[]) and ${isCountedDay({ since, today })}`;
    const own = await readHours(tx, sql`(select * from ${hours} where day = ${day}::date) as own`);
    const usual = await readUsual(tx, sql`(select * from ${hours} where ${isUsual}) as usual`);
    const arrivals = own.reduce((sum, hour) => sum + hour.arrivals, 0);
    const usualSoFar = isToday
      ? await readSoFar(tx, { location, days: usual.days, time: now.toPlainTime() })
      : usual.ofDay;
    return {
      period: { from: day, until: day },
      timeZone,
      visits: arrivals,
      openEnds: own.reduce((sum, { openEnds }) => sum + openEnds, 0),
      since,
      hourNow: isToday ? now.hour : null,
      hours: Array.from({ length: 24 }, (_, hour): CurveHour => {
        const { arrivals = null, inside = null, peak = null } = own.find((row) => row.hour === hour) ?? {};
        return { arrivals, inside, peak, usual: usual.hours.get(hour) ?? null };
      }),
      usualDays: usual.days.length,
      soFar: { arrivals, usual: usualSoFar },
    };
  });
}

const readHours = (tx: Queryable, own: SQL) =>
  tx
    .select({
      hour: sql<number>`hour`,
      arrivals: sql<number>`arrivals`,
      openEnds: sql<number>`open_ends`,
      inside: sql<number>`inside_ms::float8 / length_ms`,
      peak: sql<number>`peak`,
    })
    .from(own);

async function readUsual(tx: Queryable, usual: SQL) {
  const days = await tx.selectDistinct({ day: sql<string>`day::text` }).from(usual);
  const rows = await tx
    .select({
      hour: sql<number>`hour`,
      arrivals: quartilesOf(sql`arrivals`),
      inside: quartilesOf(sql`inside_ms::float8 / length_ms`),
    })
    .from(usual)
    .groupBy(sql`hour`);
  const ofDay = await readQuartiles(tx, sql`(select distinct day, arrivals_of_day as number from ${usual}) as of_day`);
  return {
    days: days.map(({ day }) => day),
    hours: new Map(
      rows.map(({ hour, arrivals, inside }) => [hour, { arrivals: named(arrivals), inside: named(inside) }]),
    ),
    ofDay,
  };
}

interface AtTime {
  location: CountedLocation;
  days: readonly string[];
  time: Temporal.PlainTime;
}

/** The quartiles of arrivals on each of these days until a time of day. */
function readSoFar(tx: Queryable, { location, days, time }: AtTime): Promise<Quartiles | null> {
  const { timeZone } = location;
  const begins = days.map((day) => startOfDay(day, timeZone).toISOString());
  const ends = days.map((day) =>
    Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: time }).toInstant().toString(),
  );
  const arrivals = selectArrivals(tx, { location, from: sql`asked.begins`, to: sql`asked.ends` });
  return readQuartiles(
    tx,
    sql`unnest(${sql.param(begins)}::timestamptz[], ${sql.param(ends)}::timestamptz[]) as asked (begins, ends)
      cross join lateral (select count(*) as number from (${arrivals}) as arrivals) as counted`,
  );
}

async function readQuartiles(tx: Queryable, numbers: SQL): Promise<Quartiles | null> {
  const [row] = await tx.select({ quartiles: quartilesOf(sql`number`) }).from(numbers);
  return row?.quartiles ? named(row.quartiles) : null;
}

const quartilesOf = (value: SQL) =>
  sql<number[] | null>`percentile_cont(array[0.25, 0.5, 0.75]) within group (order by ${value})`;

function named(quartiles: readonly number[] | null): Quartiles {
  const [lower, median, upper] = quartiles ?? [];
  if (lower === undefined || median === undefined || upper === undefined) throw new Error('There are no quartiles.');
  return { lower, median, upper };
}
