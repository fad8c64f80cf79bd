import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { lockForgetting } from '#lib/server/base/forgotten.ts';
import { hasStillTheKey } from '#lib/server/base/still-the-key.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { optOutRuns } from '#lib/server/db/schema/opt-outs.ts';
import { trainingPulls, trainings } from '#lib/server/db/schema/training.ts';
import { lockTrainingDays } from './training-days.ts';

/** People and rows per statement. */
const atOnce = { people: 100, rows: 1_000 };

interface Clearing {
  location: Location;
  accountIds: readonly string[];
  /** The run that proves the deletion. */
  runId: string;
}

/**
 * Deletes the training of people who do not share their data, also of members of whom everything else stays, and has pages that were
 * requested before requested again. What is deleted is counted in the proof.
 */
export async function clearTraining(
  { db, clock, live }: Pick<DeskContext, 'db' | 'clock' | 'live'>,
  { location, accountIds, runId }: Clearing,
): Promise<void> {
  const locationId = location.id;
  // a page that was requested before cannot be stored from here on, so that the deletion needs no lock
  const now = new Date(clock()).toISOString();
  const clearedAt = sql`greatest(${now}::timestamptz, ${trainingPulls.clearedAt} + interval '1 millisecond')`;
  await db.transaction(async (tx) => {
    if (!(await hasStillTheKey(tx, location))) return;
    await lockForgetting(tx, locationId);
    await tx.update(trainingPulls).set({ clearedAt }).where(eq(trainingPulls.locationId, locationId));
  });
  const isRun = and(eq(optOutRuns.locationId, locationId), eq(optOutRuns.id, runId));
  for (let begin = 0; begin < accountIds.length; begin += atOnce.people) {
    const people = sql.param(accountIds.slice(begin, begin + atOnce.people));
    const listed = and(eq(trainings.locationId, locationId), sql`${trainings.accountId} = any(${people}::text[])`);
    const rows = sql`select ctid from ${trainings} where ${listed} limit ${atOnce.rows}`;
    let deleted: number = atOnce.rows;
    while (deleted === atOnce.rows && !live.stopping.aborted) {
      deleted = await db.transaction(async (tx) => {
        if (!(await hasStillTheKey(tx, location))) return 0;
        await lockTrainingDays(tx, locationId);
        const { rowCount } = await tx.execute(sql`delete from ${trainings} where ctid = any(array(${rows}))`);
        const count = rowCount ?? 0;
        if (count > 0)
          await tx
            .update(optOutRuns)
            .set({ records: sql`${optOutRuns.records} + ${count}` })
            .where(isRun);
        return count;
      });
    }
  }
}
