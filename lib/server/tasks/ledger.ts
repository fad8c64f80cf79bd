import 'server-only';
import { and, inArray, lt } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { taskChanges } from '#lib/server/db/schema/tasks.ts';
import type { Ledger } from '#lib/server/ledger/ledger.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** How long a browser may have been offline and still repeat a request for a change, which has to be recognised. */
const keepMs = 90 * dayMs;

/** The changes of one task are sent in the order in which they were made. */
export const taskLedger = ({ clock }: Pick<DeskContext, 'clock'>): Ledger<typeof taskChanges> => ({
  name: 'send-task-change',
  table: taskChanges,
  id: 'changeId',
  inOrder: { of: 'taskId', by: 'number' },
  madeAt: 'recordedAt',
  clock,
});

/** Deletes changes that were settled long ago. The tasks themselves stay. */
export async function forgetOldChanges(db: Queryable, now: number): Promise<void> {
  const isSettled = inArray(taskChanges.state, ['sent', 'undone', 'seen']);
  await db.delete(taskChanges).where(and(isSettled, lt(taskChanges.recordedAt, new Date(now - keepMs))));
}
