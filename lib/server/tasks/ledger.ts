import 'server-only';
import { and, inArray, lt } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { ChangeKey } from '#lib/server/base/queues.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { taskChanges } from '#lib/server/db/schema/tasks.ts';
import type { Ledger } from '#lib/server/outbox/ledger.ts';
import { sweep } from '#lib/server/outbox/recover.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** A browser that was away for so long may still send a change a second time, and has to be known by it. */
const keepMs = 90 * dayMs;

/** Changes of one task reach the platform in the order in which they were made. */
export const taskLedger = ({
  taskQueue: queue,
  clock,
}: Pick<DeskContext, 'taskQueue' | 'clock'>): Ledger<typeof taskChanges, ChangeKey> => ({
  table: taskChanges,
  id: 'changeId',
  inOrder: { of: 'taskId', by: 'number' },
  madeAt: 'recordedAt',
  queue,
  clock,
});

export const sweepTaskChanges = (desk: Pick<DeskContext, 'db' | 'taskQueue' | 'clock'>): Promise<void> =>
  sweep(desk.db, taskLedger(desk));

/** Forgets changes that were settled long ago. The tasks themselves stay. */
export async function forgetOldChanges(db: Queryable, now: number): Promise<void> {
  const isSettled = inArray(taskChanges.state, ['sent', 'undone', 'seen']);
  await db.delete(taskChanges).where(and(isSettled, lt(taskChanges.recordedAt, new Date(now - keepMs))));
}
