import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { CurveHour, DayCurve } from '#lib/wire/stays.ts';
import { isCountedDay, sameWeekdays } from './counted-days.ts';
import { quartiles, quartilesOf } from './quartiles.ts';
import { readSoFar } from './so-far.ts';
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
  const today = now.toPlainDate().toString();
  const earlier = sameWeekdays(day, weeks);
  const days = { from: earlier.at(-1) ?? day, until: day };
  return withHours(context, days, async ({ tx, hours, since }) => {
    const isUsual = sql`day = any(${sql.param(earlier)}::date[]) and ${isCountedDay({ since, today })}`;
    const own = await readHours(tx, sql`(select * from ${hours} where day = ${day}::date) as own`);
    const usual = await readUsual(tx, sql`(select * from ${hours} where ${isUsual}) as usual`);
    const arrivals = own.reduce((sum, hour) => sum + hour.arrivals, 0);
    return {
      period: { from: day, until: day },
      timeZone,
      visits: arrivals,
      openEnds: own.reduce((sum, { openEnds }) => sum + openEnds, 0),
      since,
      hourNow: day === today ? now.hour : null,
      hours: Array.from({ length: 24 }, (_, hour): CurveHour => {
        const { arrivals = null, inside = null, peak = null } = own.find((row) => row.hour === hour) ?? {};
        return { arrivals, inside, peak, usual: usual.hours.get(hour) ?? null };
      }),
      usualDays: usual.days,
      soFar: await readSoFar(tx, { location, day, weeks, since, now }),
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
  const [counted] = await tx.select({ days: sql<number>`count(distinct day)::integer` }).from(usual);
  const rows = await tx
    .select({
      hour: sql<number>`hour`,
      arrivals: quartilesOf(sql`arrivals`),
      inside: quartilesOf(sql`inside_ms::float8 / length_ms`),
    })
    .from(usual)
    .groupBy(sql`hour`);
  return {
    days: counted?.days ?? 0,
    hours: new Map(
      rows.map(({ hour, arrivals, inside }) => [hour, { arrivals: quartiles(arrivals), inside: quartiles(inside) }]),
    ),
  };
}
