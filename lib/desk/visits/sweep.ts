import 'server-only';
import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import { visits } from '#lib/db/schema/visits.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';

/** Longer than any attempt takes: the process that made it has died. */
const stuckAfterMs = 60_000;
/** A job comes at once when its time has come; a visit that is due for longer has lost its job. */
const overdueMs = 5_000;
const batchSize = 500;

/** Queues again what a death left behind: visits being sent by nobody, and due visits without a job. */
export async function sweepLedger(desk: Pick<DeskContext, 'db' | 'clock' | 'visitQueue'>): Promise<void> {
  const now = desk.clock();
  await desk.db.transaction(async (tx) => {
    const stuck = await tx
      .update(visits)
      .set({ state: 'waiting', nextAttemptAt: new Date(now) })
      .where(and(eq(visits.state, 'sending'), lt(visits.claimedAt, new Date(now - stuckAfterMs))))
      .returning({ locationId: visits.locationId, tapId: visits.tapId });
    const overdue = await tx
      .select({ locationId: visits.locationId, tapId: visits.tapId })
      .from(visits)
      .where(and(inArray(visits.state, ['held', 'waiting']), lt(visits.nextAttemptAt, new Date(now - overdueMs))))
      .orderBy(asc(visits.nextAttemptAt))
      .limit(batchSize);
    await desk.visitQueue.enqueue(tx, [...stuck, ...overdue], new Date(now));
  });
}
