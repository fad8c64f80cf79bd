import 'server-only';
import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { trainingDays, trainings, type UseOfDay } from '#lib/server/db/schema/training.ts';
import type { Days } from '#lib/wire/stays.ts';
import { startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { knownDays } from './known-days.ts';

/** Counted at once: so few that a page of the data export waits for little. */
const daysAtOnce = 7;

type Place = Pick<Location, 'id' | 'timeZone'>;

interface TrainingOfDays {
  uses: UseOfDay[];
  hours: { weekday: number; hour: number; workouts: number }[];
}

/** How much each machine was used in a period, and at which hours of the week: of stored days from the table, of others from the workouts. */
export async function sumTraining(db: Queryable, location: Place, days: Days): Promise<TrainingOfDays> {
  return db.transaction(
    async (tx) => {
      const missing = await findMissing(tx, location, days);
      const stored = sql`select location_id, day, hours, uses from ${trainingDays}
        where ${trainingDays.locationId} = ${location.id} and ${trainingDays.day} between ${days.from} and ${days.until}`;
      const all = missing.length === 0 ? stored : sql`${stored} union all (${countDays(location, missing)})`;
      const uses = sql`
        select machine, method, sum(workouts)::integer as workouts
        from all_days cross join jsonb_to_recordset(uses) as used (machine text, method text, workouts integer)
        group by machine, method`;
      const hours = sql`
        select extract(isodow from day)::integer - 1 as weekday, place::integer - 1 as hour, sum(workouts)::integer as workouts
        from all_days cross join unnest(hours) with ordinality as of_hour (workouts, place)
        group by 1, 2`;
      const { rows } = await tx.execute<{ uses: UseOfDay[]; hours: TrainingOfDays['hours'] }>(sql`
        with all_days as materialized (${all})
        select coalesce((select jsonb_agg(to_jsonb(of_uses)) from (${uses}) as of_uses), '[]') as uses,
          coalesce((select jsonb_agg(to_jsonb(of_hours)) from (${hours}) as of_hours), '[]') as hours`);
      return rows[0] ?? { uses: [], hours: [] };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/**
 * Stores days that are missing, the latest first, as many as are counted at once, and deletes those of which nothing is known any more.
 * @returns whether more are missing
 */
export async function storeSomeTrainingDays(
  { db, clock }: Pick<DeskContext, 'db' | 'clock'>,
  location: Location,
): Promise<boolean> {
  const known = await knownDays(db, { location, dataSet: 'workouts', now: clock() });
  const isHere = eq(trainingDays.locationId, location.id);
  await db.delete(trainingDays).where(and(isHere, known ? lt(trainingDays.day, known.from) : undefined));
  if (!known) return false;
  const missing = await findMissing(db, location, known);
  await storeDays(db, location.id, missing.slice(-daysAtOnce));
  return missing.length > daysAtOnce;
}

/**
 * Held while days are counted, and by the triggers that delete them. Whatever writes or deletes many workouts takes it before any of their rows,
 * because an erasure that has it may wait for the same rows.
 */
export const lockTrainingDays = (tx: Queryable, locationId: string): Promise<void> =>
  lockExclusive(tx, `training days ${locationId}`);

async function storeDays(db: Queryable, locationId: string, days: readonly string[]): Promise<void> {
  const [from, until] = [days.at(0), days.at(-1)];
  if (from === undefined || until === undefined) return;
  await db.transaction(async (tx) => {
    const { id, timeZone } = locations;
    const isHere = eq(id, locationId);
    // in the order of a change of settings, whose triggers take the lock
    await tx.select({ id }).from(locations).where(isHere).for('key share');
    await lockTrainingDays(tx, locationId);
    const [location] = await tx.select({ id, timeZone }).from(locations).where(isHere);
    if (!location) return;
    const missing = await findMissing(tx, location, { from, until });
    if (missing.length === 0) return;
    await tx.execute(
      sql`insert into ${trainingDays} (location_id, day, hours, uses) (${countDays(location, missing)})`,
    );
  });
}

async function findMissing(db: Queryable, { id }: Place, { from, until }: Days): Promise<string[]> {
  const isStored = sql`exists (select from ${trainingDays} where ${trainingDays.locationId} = ${id} and ${trainingDays.day} = asked.day::date)`;
  const missing = await db
    .select({ day: sql<string>`asked.day::date::text` })
    .from(sql`generate_series(${from}::timestamp, ${until}::timestamp, interval '1 day') as asked (day)`)
    .where(sql`not ${isStored}`)
    .orderBy(sql`asked.day`);
  return missing.map(({ day }) => day);
}

/**
 * Days counted from the workouts: a select statement with the columns of `training_days`. Workouts are counted by quarters of an hour,
 * which no time zone divides: taking the local time of every workout took most of the time.
 */
function countDays({ id, timeZone }: Place, days: readonly string[]): SQL {
  const begins = (each: string) => startOfDay(each, timeZone).toISOString();
  const [from, to] = [days.map(begins), days.map((day) => begins(daysLater(day, 1)))];
  return sql`
    with asked as (
      select day, begins, ends
      from unnest(${sql.param([...days])}::date[], ${sql.param(from)}::timestamptz[], ${sql.param(to)}::timestamptz[])
        as asked (day, begins, ends)
    ),
    counted as (
      select day, date_bin('15 minutes', at, '2000-01-01Z') as quarter, subject, detail, count(*) as workouts
      from asked join ${trainings} on ${trainings.locationId} = ${id} and ${trainings.dataSet} = 'workouts' and at >= begins and at < ends
      group by day, quarter, subject, detail
    ),
    of_hours as (
      select day, extract(hour from quarter at time zone ${timeZone})::integer as hour, sum(workouts)::integer as workouts
      from counted group by 1, 2
    ),
    of_uses as (
      select day, subject as machine, detail as method, sum(workouts)::integer as workouts from counted group by day, subject, detail
    ),
    hours as (
      select day, array_agg(coalesce(workouts, 0) order by hour) as hours
      from (asked cross join generate_series(0, 23) as hour) left join of_hours using (day, hour) group by day
    ),
    uses as (
      select day, jsonb_agg(jsonb_build_object('machine', machine, 'method', method, 'workouts', workouts)) as uses
      from of_uses group by day
    )
    select ${id}::uuid as location_id, day, hours, coalesce(uses, '[]') as uses from hours left join uses using (day)`;
}
