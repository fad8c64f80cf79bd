import 'server-only';
import { sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { trainings } from '#lib/server/db/schema/training.ts';
import type { Days } from '#lib/wire/stays.ts';
import type { UseOfMachines } from '#lib/wire/training-report.ts';
import { startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysBetween, daysLater, weekdayOf } from '#shared/calendar/days.ts';
import { knownDays } from './known-days.ts';
import { selectPeople } from './people-who-trained.ts';
import { sumTraining } from './training-days.ts';

const weekdays = [0, 1, 2, 3, 4, 5, 6];
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

/** How much each machine was used in a period, and when. Hours are those of the location's clock. */
export async function readUseOfMachines(
  { desk: { db, clock }, actor: { location } }: LocationContext<Pick<DeskContext, 'db' | 'clock'>>,
  asked: Days,
): Promise<UseOfMachines> {
  const { timeZone } = location;
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
  const { uses: ofMachines, hours: ofHours } = await sumTraining(db, location, days);
  const people = await countPeople(db, location, days);
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
    days,
    timeZone,
    workouts: ofMachines.reduce((sum, { workouts }) => sum + workouts, 0),
    members: people,
    uses: uses.map(({ machine, ...use }) => ({ ...use, machine: machine || null })),
    hours: {
      days: weekdays.map((weekday) => countOf(weekday, days)),
      workouts: weekdays.map((weekday) => hoursOfDay.map((one) => cellOf.get(`${weekday} ${one}`) ?? 0)),
    },
  };
}

/** Looked up person by person: a distinct count would read all workouts, and for an `exists`, which has no limit, the database may do so too. */
async function countPeople(db: Queryable, { id, timeZone }: Location, { from, until }: Days): Promise<number> {
  const moment = (day: string) => sql`${startOfDay(day, timeZone).toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ people: number }>(sql`
    with recursive people (account_id) as (${selectPeople(id)})
    select count(*)::integer as people from people
    where account_id is not null and (
      select true from ${trainings} where ${trainings.locationId} = ${id} and ${trainings.accountId} = people.account_id
        and ${trainings.dataSet} = 'workouts' and ${trainings.at} >= ${moment(from)} and ${trainings.at} < ${moment(daysLater(until, 1))}
      limit 1)`);
  return rows[0]?.people ?? 0;
}

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
