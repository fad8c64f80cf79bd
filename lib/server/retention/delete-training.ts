import 'server-only';
import { eq, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';
import { exportOrders } from '#lib/server/db/schema/export-orders.ts';
import { trainingPulls, trainings, weeklyMetrics } from '#lib/server/db/schema/training.ts';
import { lockTrainingDays } from '#lib/server/training/training-days.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { stillHoldsAt } from './still-kept.ts';

interface TrainingOf {
  locationId: string;
  /** Condition for the location by which nothing is kept; somebody may change that at any time. */
  isReason: SQL;
  stopping: AbortSignal;
}

/** Deletes all training of a location, and its orders of files, while there is a reason; if it has the data export again, everything is read anew. */
export async function deleteTraining(db: Queryable, { locationId, isReason, stopping }: TrainingOf): Promise<number> {
  const stillHolds = (tx: Queryable) => stillHoldsAt(tx, locationId, isReason);
  const lock = (tx: Queryable) => lockTrainingDays(tx, locationId);
  const expire = (table: PgTable, isOld: SQL) => deleteInBatches(db, { table, isOld, stopping, stillHolds, lock });
  const unknown = { since: null, until: null, allReadAt: null, doubtedAt: null, doubtedFrom: null };
  // before anything is deleted: if it is to be kept again halfway, it has to be read again
  await db.transaction(async (tx) => {
    if (await stillHolds(tx))
      await tx.update(trainingPulls).set(unknown).where(eq(trainingPulls.locationId, locationId));
  });
  const training = await expire(trainings, eq(trainings.locationId, locationId));
  await expire(weeklyMetrics, eq(weeklyMetrics.locationId, locationId));
  await expire(exportOrders, eq(exportOrders.locationId, locationId));
  return training;
}
