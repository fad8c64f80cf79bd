import 'server-only';
import { sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { trainingPulls } from '#lib/server/db/schema/training.ts';
import type { EventSet, LastTraining } from '#lib/wire/training.ts';
import { daysLater, utcDayOf } from '#shared/calendar/days.ts';

/** Of a data set that has not been read for longer, a later event may be missing. */
export const longestAgoDays = 7;

/**
 * The last workout and the last assessment of these members, by account, by one statement; each only where its data set has been read
 * completely of late. Left out are members of whom neither is stored: of one who opted out, or joined at another gym, nothing is known.
 */
export async function readLastTraining(
  { desk, actor: { location } }: LocationContext<Pick<DeskContext, 'db' | 'clock'>>,
  { accountIds }: { accountIds: readonly string[] },
): Promise<ReadonlyMap<string, LastTraining>> {
  if (location.exportUrl === null || accountIds.length === 0) return new Map();
  const since = daysLater(utcDayOf(desk.clock()), -longestAgoDays);
  const last = (dataSet: EventSet) => sql`(
    select at from trainings
    where location_id = ${location.id} and account_id = asked.account_id and data_set = ${dataSet}
      and exists (
        select from ${trainingPulls}
        where ${trainingPulls.locationId} = ${location.id} and ${trainingPulls.dataSet} = ${dataSet}
          and ${trainingPulls.until} >= ${since}::date)
    order by at desc limit 1)`;
  const { rows } = await desk.db.execute<{ accountId: string; trainedAt: Date | null; testedAt: Date | null }>(sql`
    select * from (
      select asked.account_id as "accountId", ${last('workouts')} as "trainedAt", ${last('assessments')} as "testedAt"
      from unnest(${sql.param([...accountIds])}::text[]) as asked (account_id)
    ) as found
    where "trainedAt" is not null or "testedAt" is not null`);
  return new Map(rows.map(({ accountId, ...at }) => [accountId, lastOf(at)]));
}

const lastOf = ({ trainedAt, testedAt }: { trainedAt: Date | string | null; testedAt: Date | string | null }) => ({
  trainedAt: trainedAt && new Date(trainedAt).toISOString(),
  testedAt: testedAt && new Date(testedAt).toISOString(),
});
