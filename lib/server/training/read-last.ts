import 'server-only';
import { sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { trainingPulls } from '#lib/server/db/schema/training.ts';
import type { EventSet, LastTraining } from '#lib/wire/training.ts';

/**
 * The last workout and the last assessment of these members, by account, by one statement.
 * @returns null where the location's training is not known: without the data export, and before it was read completely once
 */
export async function readLastTraining(
  { desk, actor: { location } }: LocationContext<Pick<DeskContext, 'db'>>,
  { accountIds }: { accountIds: readonly string[] },
): Promise<ReadonlyMap<string, LastTraining> | null> {
  if (location.exportUrl === null || accountIds.length === 0) return null;
  const last = (dataSet: EventSet) => sql`(
    select at from trainings
    where location_id = ${location.id} and account_id = asked.account_id and data_set = ${dataSet}
    order by at desc limit 1)`;
  const { rows } = await desk.db.execute<{ accountId: string; trainedAt: Date | null; testedAt: Date | null }>(sql`
    select asked.account_id as "accountId", ${last('workouts')} as "trainedAt", ${last('assessments')} as "testedAt"
    from unnest(${sql.param([...accountIds])}::text[]) as asked (account_id)
    where (
      select count(*) from ${trainingPulls}
      where ${trainingPulls.locationId} = ${location.id} and ${trainingPulls.until} is not null
        and ${trainingPulls.dataSet} in ('workouts', 'assessments')
    ) = 2`);
  if (rows.length === 0) return null;
  return new Map(rows.map(({ accountId, ...at }) => [accountId, lastOf(at)]));
}

const lastOf = ({ trainedAt, testedAt }: { trainedAt: Date | string | null; testedAt: Date | string | null }) => ({
  trainedAt: trainedAt && new Date(trainedAt).toISOString(),
  testedAt: testedAt && new Date(testedAt).toISOString(),
});
