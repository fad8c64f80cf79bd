import 'server-only';
import { and, eq, gt, isNull, ne, or } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { trainingPulls } from '#lib/server/db/schema/training.ts';
import { makeDue } from '#lib/server/due/location-work.ts';

/**
 * Has all data sets read now, by the background worker. One that is due already stays as it is, and so does one that waits because
 * the rate limit of the key is used up.
 * @throws ActionFailure `conflict` at a location without the data export
 */
export async function pullTrainingNow({ desk, actor: { location } }: LocationContext): Promise<null> {
  const locationId = location.id;
  if (location.exportUrl === null) throw new ActionFailure('conflict', 'This gym has no data export.');
  const now = new Date(desk.clock());
  const isLater = and(eq(trainingPulls.locationId, locationId), gt(trainingPulls.nextAt, now));
  const mayBeAsked = or(isNull(trainingPulls.failure), ne(trainingPulls.failure, 'busy'));
  await desk.db.transaction(async (tx) => {
    const made = await tx.update(trainingPulls).set({ nextAt: now }).where(and(isLater, mayBeAsked)).returning();
    if (made.length === 0) return;
    await makeDue(tx, { kind: 'pullTraining', locationId, now });
    await notifyLive(tx, { locationId, event: 'status' });
  });
  return null;
}
