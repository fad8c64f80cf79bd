import 'server-only';
import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { taskChanges } from '#lib/db/schema/tasks.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';

/** Longer than any attempt takes: the process that made it has died. */
const stuckAfterMs = 60_000;
/** A job comes at once when its time has come; a change that is due for longer has lost its job. */
const overdueMs = 5_000;
const batchSize = 500;
/** A browser that was away for so long may still send a change a second time, and has to be known by it. */
const keepMs = 90 * 24 * 3_600_000;

/** Queues again what a death left behind: changes being sent by nobody, and due changes without a job. */
export async function sweepTaskChanges(desk: Pick<DeskContext, 'db' | 'clock' | 'taskQueue'>): Promise<void> {
  const now = desk.clock();
  const key = { locationId: taskChanges.locationId, changeId: taskChanges.changeId };
  await desk.db.transaction(async (tx) => {
    const stuck = await tx
      .update(taskChanges)
      .set({ state: 'waiting', nextAttemptAt: new Date(now) })
      .where(and(eq(taskChanges.state, 'sending'), lt(taskChanges.claimedAt, new Date(now - stuckAfterMs))))
      .returning(key);
    const isOverdue = lt(taskChanges.nextAttemptAt, new Date(now - overdueMs));
    const overdue = await tx
      .select(key)
      .from(taskChanges)
      .where(and(inArray(taskChanges.state, ['held', 'waiting']), isOverdue))
      .orderBy(asc(taskChanges.nextAttemptAt))
      .limit(batchSize);
    await desk.taskQueue.enqueue(tx, [...stuck, ...overdue], new Date(now));
  });
}

/** Forgets changes that were settled long ago. The tasks themselves stay. */
export async function forgetOldChanges(db: Queryable, now: number): Promise<void> {
  const isSettled = inArray(taskChanges.state, ['sent', 'undone', 'seen']);
  await db.delete(taskChanges).where(and(isSettled, lt(taskChanges.recordedAt, new Date(now - keepMs))));
}
