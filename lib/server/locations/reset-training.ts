import 'server-only';
import { eq } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { exportOrders } from '#lib/server/db/schema/export-orders.ts';
import { exportPauses } from '#lib/server/db/schema/export-pauses.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { trainingPulls } from '#lib/server/db/schema/training.ts';

/** Has everything read anew with another address or key; without one, nothing is known any more. Orders of files were of the former. */
export async function resetTraining(
  tx: Queryable,
  { location, now }: { location: Location; now: Date },
): Promise<void> {
  const unknown = { since: null, until: null, finishedAt: null, read: 0, unknown: 0 };
  await tx
    .update(trainingPulls)
    .set({
      nextAt: now,
      startedAt: null,
      firstDay: null,
      lastDay: null,
      cursor: null,
      isReadThrough: false,
      allReadAt: null,
      doubtedAt: null,
      doubtedFrom: null,
      failure: null,
      failureCause: null,
      failingSince: null,
      ...(location.exportUrl === null && unknown),
    })
    .where(eq(trainingPulls.locationId, location.id));
  await tx.delete(exportOrders).where(eq(exportOrders.locationId, location.id));
  await tx.delete(exportPauses).where(eq(exportPauses.locationId, location.id));
}
