import 'server-only';
import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { monthsAgo } from '#lib/server/base/months-ago.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { trainings, weeklyMetrics } from '#lib/server/db/schema/training.ts';
import { eventSets, keepTrainingMonths } from '#lib/wire/training.ts';
import { utcDayOf } from '#shared/calendar/days.ts';
import { selectPeople } from './people-who-trained.ts';

/** People per statement. */
const peopleAtOnce = 100;

/** Deletes rows, few at a time, and returns how many. */
type Expire = (table: typeof trainings | typeof weeklyMetrics, isOld: SQL | undefined) => Promise<number>;

/** Deletes training from before the longest time for which it is kept: of each data set by the key of the table. */
export async function expireTraining(
  expire: Expire,
  { location, now }: { location: Location; now: number },
): Promise<number> {
  const { id: locationId, timeZone } = location;
  const oldest = monthsAgo(now, timeZone, keepTrainingMonths);
  let deleted = 0;
  for (const dataSet of eventSets) {
    const isOfSet = and(eq(trainings.locationId, locationId), eq(trainings.dataSet, dataSet));
    deleted += await expire(trainings, and(isOfSet, lt(trainings.at, oldest)));
  }
  const oldestDay = utcDayOf(oldest.getTime());
  await expire(weeklyMetrics, and(eq(weeklyMetrics.locationId, locationId), lt(weeklyMetrics.week, oldestDay)));
  return deleted;
}

/** Deletes the training of people who are no members any more, such as one erased by a program of a version that knew no training. */
export async function expireTrainingOfNone(
  expire: Expire,
  { db, locationId }: { db: Queryable; locationId: string },
): Promise<number> {
  const isHere = eq(trainings.locationId, locationId);
  const { rows } = await db.execute<{ accountId: string }>(sql`
    with recursive people (account_id) as (${selectPeople(locationId)})
    select account_id as "accountId" from people
    where account_id is not null and not exists (
      select from ${members} where ${members.locationId} = ${locationId} and ${members.accountId} = people.account_id)`);
  let deleted = 0;
  for (let begin = 0; begin < rows.length; begin += peopleAtOnce) {
    const accountIds = rows.slice(begin, begin + peopleAtOnce).map(({ accountId }) => accountId);
    const isNone = sql`not exists (
      select from ${members} where ${members.locationId} = ${locationId} and ${members.accountId} = ${trainings.accountId})`;
    deleted += await expire(trainings, and(isHere, inArray(trainings.accountId, accountIds), isNone));
  }
  return deleted;
}
