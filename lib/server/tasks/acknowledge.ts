import 'server-only';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';
import type { ChangeRefusal } from '#lib/wire/tasks.ts';
import { isUnsent, lockTasks } from './upsert-tasks.ts';

/** The desk's own row is no task of the platform, which has none, or one of its own in its list. */
const gone: readonly (ChangeRefusal | null)[] = ['taskGone', 'createdElsewhere'];

export const acknowledgementInput = z.object({ taskId: z.uuid() });

/**
 * Acknowledges that the platform refused changes of a task. A task that the platform does not have is removed from the
 * screens.
 */
export async function acknowledgeRefusal(
  { desk, actor: { location } }: ActorContext,
  { taskId }: z.infer<typeof acknowledgementInput>,
): Promise<null> {
  const locationId = location.id;
  return desk.db.transaction(async (tx) => {
    await lockTasks(tx, locationId);
    await markSeen(tx, { locationId, taskId });
    return null;
  });
}

/**
 * Marks the refused changes of a task as seen, or one of them. A task that the platform does not have is deleted with its last
 * change. The caller holds the lock of the location's tasks.
 * @returns whether there were any
 */
export async function markSeen(
  tx: Queryable,
  { locationId, taskId, changeId }: { locationId: string; taskId: string; changeId?: string },
): Promise<boolean> {
  const ofTask = and(eq(taskChanges.locationId, locationId), eq(taskChanges.taskId, taskId));
  const isRefused = eq(taskChanges.state, 'refused');
  const seen = await tx
    .update(taskChanges)
    .set({ state: 'seen' })
    .where(and(ofTask, isRefused, changeId === undefined ? undefined : eq(taskChanges.changeId, changeId)))
    .returning({ lastError: taskChanges.lastError });
  if (seen.length === 0) return false;
  const isGone = seen.some(({ lastError }) => gone.some((refusal) => refusal === lastError));
  const isLeft = or(isUnsent(), isRefused);
  const left = tx.select({ one: sql`1` }).from(taskChanges).where(and(ofTask, isLeft));
  await tx
    .delete(tasks)
    .where(
      and(
        eq(tasks.locationId, locationId),
        eq(tasks.id, taskId),
        or(isNull(tasks.platformId), isGone ? sql`true` : sql`false`),
        sql`not exists (${left})`,
      ),
    );
  await notifyLive(tx, { locationId, event: 'tasks' });
  return true;
}
