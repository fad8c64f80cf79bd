import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { hasStillTheKey } from '#lib/server/base/still-the-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { trainingPulls, trainings, weeklyMetrics } from '#lib/server/db/schema/training.ts';
import { momentsOf } from '#lib/server/gym-export/ask-page.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { lockTrainingDays } from './training-days.ts';
import { isAsLeft, type Walk } from './walk.ts';

/** Rows per statement. */
const batchSize = 1_000;
/** Two readings of the same day, one of which somebody asked for, confirm nothing. */
const leastApartMs = 12 * hourMs;

/**
 * `doubted`: the reading returned less than half of what is stored in its days, and nothing was deleted; `over`: somebody else has
 * gone on with it, the key was replaced, or the process stops.
 */
type Corrected = 'corrected' | 'doubted' | 'over';

/** A reading that returned much less than before: when it began, and its first day. */
export interface Doubt {
  at: Date;
  from: string;
}

/** Whether the doubted reading had the days of this one. */
export const confirms = ({ from }: Doubt, { firstDay }: Pick<Walk, 'firstDay'>): boolean => from <= firstDay;

/**
 * Deletes what the reading, which is read through, did not contain any more: corrected, or of somebody who does not share their data.
 * A platform that was restored returns nothing for a while: the first reading that returns much less than before deletes nothing.
 * @param doubt the last reading of this data set, if that one was doubted: it confirms no reading of more days
 */
export async function correctAway(
  { desk, actor: { location } }: LocationContext,
  { walk, doubt }: { walk: Walk; doubt: Doubt | null },
): Promise<Corrected> {
  const parts: { part: SQL; stale: number }[] = [];
  let kept = 0;
  for (const part of partsOf(walk)) {
    const found = await count(desk.db, walk, part);
    kept += found.kept;
    if (found.stale > 0) parts.push({ part, stale: found.stale });
  }
  const stale = parts.reduce((sum, found) => sum + found.stale, 0);
  const isConfirmed =
    doubt !== null && confirms(doubt, walk) && walk.startedAt.getTime() - doubt.at.getTime() >= leastApartMs;
  if (kept < stale && !isConfirmed) return 'doubted';
  for (const { part } of parts) {
    let deleted = batchSize;
    while (deleted === batchSize) {
      if (desk.live.stopping.aborted) return 'over';
      const batch = await desk.db.transaction(async (tx) => {
        if (!(await hasStillTheKey(tx, location))) return null;
        const [left] = await tx
          .select({ walk: trainingPulls.walk })
          .from(trainingPulls)
          .where(isAsLeft(walk))
          .for('share');
        return left ? await deleteStale(tx, walk, part) : null;
      });
      if (batch === null) return 'over';
      deleted = batch;
    }
  }
  return 'corrected';
}

const tableOf = ({ dataSet }: Walk) => (dataSet === 'weeks' ? weeklyMetrics : trainings);

/** The rows of the reading's range, a day or a week at a time, each by the key of the table: few enough for a statement. */
function partsOf({ locationId, dataSet, firstDay, lastDay }: Walk): SQL[] {
  const days: string[] = [];
  for (let day = firstDay; day <= lastDay; day = daysLater(day, 1)) days.push(day);
  // the platform offers a week by its last day
  if (dataSet === 'weeks')
    return days.map((day) => sql`location_id = ${locationId} and week = ${daysLater(day, -6)}::date`);
  return days.map((day) => {
    const { from, before } = momentsOf({ firstDay: day, lastDay: day });
    return sql`location_id = ${locationId} and data_set = ${dataSet}
      and at >= ${from.toISOString()}::timestamptz and at < ${before.toISOString()}::timestamptz`;
  });
}

async function count(db: Queryable, walk: Walk, part: SQL): Promise<{ kept: number; stale: number }> {
  const { rows } = await db.execute<{ kept: number; stale: number }>(sql`
    select count(*) filter (where walk >= ${walk.walk})::int as kept, count(*) filter (where walk < ${walk.walk})::int as stale
    from ${tableOf(walk)} where ${part}`);
  return rows[0] ?? { kept: 0, stale: 0 };
}

async function deleteStale(tx: Queryable, walk: Walk, part: SQL): Promise<number> {
  const table = tableOf(walk);
  await lockTrainingDays(tx, walk.locationId);
  const stale = sql`select ctid from ${table} where ${part} and walk < ${walk.walk} limit ${batchSize}`;
  const { rowCount } = await tx.execute(sql`delete from ${table} where ctid = any(array(${stale}))`);
  return rowCount ?? 0;
}
