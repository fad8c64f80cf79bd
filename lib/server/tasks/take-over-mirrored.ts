import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { type TaskRow, taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';

/**
 * Deletes the row of a new task that the mirror read, in other words than it was sent, before the request that created it was answered.
 * Changes that were made to that row become changes of the desk's own. The caller holds the lock of the location's tasks.
 */
export async function takeOverMirrored(
  tx: Queryable,
  { own: { locationId, id }, platformId }: { own: TaskRow; platformId: string },
): Promise<void> {
  const isMirrored = and(eq(tasks.locationId, locationId), eq(tasks.platformId, platformId));
  const [mirrored] = await tx.select({ id: tasks.id }).from(tasks).where(isMirrored);
  if (!mirrored) return;
  await tx
    .update(taskChanges)
    .set({ taskId: id })
    .where(and(eq(taskChanges.locationId, locationId), eq(taskChanges.taskId, mirrored.id)));
  await tx.delete(tasks).where(isMirrored);
}
