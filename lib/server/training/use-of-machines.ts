import 'server-only';
import { and, count, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { trainings } from '#lib/server/db/schema/training.ts';
import type { Days } from '#lib/wire/stays.ts';
import { weekdayOf } from '#lib/wire/time/month.ts';
import type { UseOfMachines } from '#lib/wire/training-report.ts';
import { startOfDay } from '#shared/calendar/club-day.ts';
import { daysBetween, daysLater } from '#shared/calendar/days.ts';
import { knownDays } from './known-days.ts';

const weekdays = [0, 1, 2, 3, 4, 5, 6];
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

/** How much each machine was used in a period, and when. Hours are those of the location's clock. */
export async function readUseOfMachines(
  { desk: { db, clock }, actor: { location } }: LocationContext<Pick<DeskContext, 'db' | 'clock'>>,
  asked: Days,
): Promise<UseOfMachines> {
  const { id, timeZone } = location;
  const known = await knownDays(db, { location, dataSet: 'workouts', now: clock() });
  const days = known && common(asked, known);
  if (!days) {
    const none = weekdays.map(() => hoursOfDay.map(() => 0));
    return {
      days: null,
      timeZone,
      workouts: 0,
      members: 0,
      uses: [],
      hours: { days: weekdays.map(() => 0), workouts: none },
    };
  }
  const isCounted = and(
    eq(trainings.locationId, id),
    eq(trainings.dataSet, 'workouts'),
    gte(trainings.at, startOfDay(days.from, timeZone)),
    lt(trainings.at, startOfDay(daysLater(days.until, 1), timeZone)),
  );
  const ofQuarters = selectQuarters(db, isCounted);
  const at = sql`(${ofQuarters.quarter} at time zone ${timeZone})`;
  const hour = {
    weekday: sql<number>`extract(isodow from ${at})::int - 1`,
    hour: sql<number>`extract(hour from ${at})::int`,
  };
  const ofMachines = await db
    .select({ machine: trainings.subject, method: trainings.detail, workouts: count() })
    .from(trainings)
    .where(isCounted)
    .groupBy(trainings.subject, trainings.detail);
  const ofHours = await db
    .select({ ...hour, workouts: sql<number>`sum(${ofQuarters.workouts})::int` })
    .from(ofQuarters)
    .groupBy(sql`1`, sql`2`);
  // a distinct count would sort all workouts
  const people = await db.$count(
    db.selectDistinct({ accountId: trainings.accountId }).from(trainings).where(isCounted).as('people'),
  );
  const totals = new Map<string, number>();
  for (const { machine, workouts } of ofMachines) totals.set(machine, (totals.get(machine) ?? 0) + workouts);
  const totalOf = (machine: string) => totals.get(machine) ?? 0;
  const uses = ofMachines.toSorted(
    (one, other) =>
      totalOf(other.machine) - totalOf(one.machine) ||
      one.machine.localeCompare(other.machine) ||
      other.workouts - one.workouts,
  );
  const cellOf = new Map(ofHours.map(({ workouts, ...cell }) => [`${cell.weekday} ${cell.hour}`, workouts]));
  return {
    ...{ days, timeZone },
    workouts: ofMachines.reduce((sum, { workouts }) => sum + workouts, 0),
    members: people,
    uses: uses.map(({ machine, ...use }) => ({ ...use, machine: machine || null })),
    hours: {
      days: weekdays.map((weekday) => countOf(weekday, days)),
      workouts: weekdays.map((weekday) => hoursOfDay.map((one) => cellOf.get(`${weekday} ${one}`) ?? 0)),
    },
  };
}

/** The workouts of each quarter of an hour, which no time zone divides: taking the local time of every workout took most of the time. */
const selectQuarters = (db: Queryable, isCounted: SQL | undefined) =>
  db
    .select({
      quarter: sql<Date>`date_bin('15 minutes', ${trainings.at}, '2000-01-01Z')`.as('quarter'),
      workouts: count().as('workouts'),
    })
    .from(trainings)
    .where(isCounted)
    .groupBy(sql`1`)
    .as('quarters');

function common(one: Days, other: Days): Days | null {
  const from = one.from > other.from ? one.from : other.from;
  const until = one.until < other.until ? one.until : other.until;
  return from <= until ? { from, until } : null;
}

/** How often a weekday, Monday = 0, is among these days. */
function countOf(weekday: number, { from, until }: Days): number {
  const length = daysBetween(from, until) + 1;
  const first = (weekday - weekdayOf(from) + 7) % 7;
  return first >= length ? 0 : Math.floor((length - 1 - first) / 7) + 1;
}
