import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { lockForgetting } from '#lib/server/base/forgotten.ts';
import { hasStillTheKey } from '#lib/server/base/still-the-key.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { trainingPulls, trainings } from '#lib/server/db/schema/training.ts';

/**
 * Deletes the training of people who do not share their data, also of members of whom everything else stays, and has pages that were
 * requested before requested again.
 * @returns how many records were deleted
 */
export function clearTraining(
  { db, clock }: Pick<DeskContext, 'db' | 'clock'>,
  { location, accountIds }: { location: Location; accountIds: readonly string[] },
): Promise<number> {
  const locationId = location.id;
  return db.transaction(async (tx) => {
    if (!(await hasStillTheKey(tx, location))) return 0;
    await lockForgetting(tx, locationId);
    const clearedAt = new Date(clock());
    await tx.update(trainingPulls).set({ clearedAt }).where(eq(trainingPulls.locationId, locationId));
    const listed = sql`${trainings.accountId} = any(${sql.param([...accountIds])}::text[])`;
    const { rowCount } = await tx.delete(trainings).where(and(eq(trainings.locationId, locationId), listed));
    return rowCount ?? 0;
  });
}
