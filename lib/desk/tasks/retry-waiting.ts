import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { taskChanges } from '#lib/db/schema/tasks.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';

/** Makes every waiting change of a location due now. The claim keeps changes of one task in order. */
export async function retryWaitingChanges(
  tx: Queryable,
  desk: Pick<DeskContext, 'clock' | 'taskQueue'>,
  locationId: string,
): Promise<void> {
  const now = new Date(desk.clock());
  const woken = await tx
    .update(taskChanges)
    .set({ nextAttemptAt: now })
    .where(and(eq(taskChanges.locationId, locationId), eq(taskChanges.state, 'waiting')))
    .returning({ locationId: taskChanges.locationId, changeId: taskChanges.changeId });
  await desk.taskQueue.enqueue(tx, woken, now);
}
