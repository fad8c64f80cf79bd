import 'server-only';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { type TaskRow, taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';

interface AnsweredTask {
  /** The desk's own row of the new task. */
  own: TaskRow;
  platformId: string;
}

/** Whether a task of the platform belongs to another new task of this desk: of two equal ones, both searches may find the same one. */
export async function isOfOtherNewTask(
  tx: Queryable,
  { own: { locationId, id }, platformId }: AnsweredTask,
): Promise<boolean> {
  const others = tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.locationId, locationId), eq(tasks.platformId, platformId), ne(tasks.id, id)));
  const isTheirs = and(eq(taskChanges.locationId, locationId), inArray(taskChanges.taskId, others));
  return (await tx.$count(taskChanges, and(isTheirs, eq(taskChanges.kind, 'create')))) > 0;
}

/**
 * Deletes the row of a new task that the mirror read, in other words than it was sent, before the request that created it was answered.
 * Changes that were made to that row become changes of the desk's own. The caller holds the lock of the location's tasks.
 */
export async function takeOverMirrored(
  tx: Queryable,
  { own: { locationId, id }, platformId }: AnsweredTask,
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
