import 'server-only';
import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { type TaskChange, type TaskRow, taskChanges, tasks } from '#lib/db/schema/tasks.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { notifyLive } from '#lib/desk/base/live-events.ts';
import type { ChangeKey } from '#lib/desk/base/queues.ts';
import type { Unavailable } from '#lib/gym-api/errors.ts';
import { backoffMs } from '#lib/outbox/backoff.ts';
import type { ChangeRefusal } from '#lib/wire/tasks.ts';
import { isClaimOf } from './claim.ts';
import { lockTasks, type PlatformTask, upsertOwnTask } from './upsert-tasks.ts';

/** What became of an attempt, and how the platform has the task now, where it said so. */
export type Outcome =
  | { kind: 'sent'; task: PlatformTask | null }
  | { kind: 'waiting'; because: Unavailable['because'] }
  | { kind: 'refused'; refusal: ChangeRefusal; task: PlatformTask | null };

/** Our own limit passes soon, and says nothing of how the platform is. */
const busyDelayMs = 5_000;

/** Writes the outcome of an attempt to the ledger, and queues what has to follow. */
export async function settleChange(
  desk: DeskContext,
  change: TaskChange,
  own: TaskRow,
  outcome: Outcome,
  askedAt: Date,
): Promise<void> {
  const now = desk.clock();
  await desk.db.transaction(async (tx) => {
    await lockTasks(tx, change.locationId);
    const [settled] = await tx
      .update(taskChanges)
      .set(settlementOf(change, outcome, now))
      .where(isClaimOf(change))
      .returning();
    // another attempt has begun since: this one's lost answer does not count any more
    if (!settled) return;
    if (outcome.kind === 'waiting') {
      await desk.taskQueue.enqueue(tx, [change], settled.nextAttemptAt);
    } else {
      const current = await readTask(tx, own);
      if (outcome.task && current) await upsertOwnTask(tx, current, outcome.task, askedAt);
      await queueNextOf(tx, desk, settled, now);
    }
    if (outcome.kind !== 'waiting' || change.attempts === 1) await notifyLive(tx, change.locationId, 'tasks');
  });
}

function settlementOf(change: TaskChange, outcome: Outcome, now: number): Partial<TaskChange> {
  switch (outcome.kind) {
    case 'sent':
      return { state: 'sent', lastError: null };
    case 'waiting': {
      const delayMs = outcome.because === 'busy' ? busyDelayMs : backoffMs(change.attempts);
      return { state: 'waiting', lastError: outcome.because, nextAttemptAt: new Date(now + delayMs) };
    }
    case 'refused':
      return { state: 'refused', lastError: outcome.refusal };
  }
}

async function readTask(tx: Queryable, { locationId, id }: TaskRow): Promise<TaskRow | undefined> {
  const [task] = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.locationId, locationId), eq(tasks.id, id)));
  return task;
}

/** A later change of the same task may have waited for this one. */
async function queueNextOf(tx: Queryable, desk: DeskContext, change: TaskChange, now: number): Promise<void> {
  const [next] = await tx
    .select()
    .from(taskChanges)
    .where(
      and(
        eq(taskChanges.locationId, change.locationId),
        eq(taskChanges.taskId, change.taskId),
        gt(taskChanges.number, change.number),
        inArray(taskChanges.state, ['held', 'waiting']),
      ),
    )
    .orderBy(asc(taskChanges.number))
    .limit(1);
  if (next) await desk.taskQueue.enqueue(tx, [next], new Date(Math.max(now, next.nextAttemptAt.getTime())));
}

/** A job may come before its time by the clock of this machine; the change must not wait for the sweep then. */
export async function requeueEarly(desk: DeskContext, { locationId, changeId }: ChangeKey): Promise<void> {
  const [change] = await desk.db
    .select()
    .from(taskChanges)
    .where(
      and(
        eq(taskChanges.locationId, locationId),
        eq(taskChanges.changeId, changeId),
        inArray(taskChanges.state, ['held', 'waiting']),
        gt(taskChanges.nextAttemptAt, new Date(desk.clock())),
      ),
    );
  if (change) await desk.taskQueue.enqueue(desk.db, [change], change.nextAttemptAt);
}
