import 'server-only';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { type TaskChange, type TaskRow, taskChanges } from '#lib/server/db/schema/tasks.ts';
import { dueStates, unsentStates } from '#lib/server/ledger/ledger.ts';

/** What undoing a completion does to the task. */
type Undoing =
  /** The task stays as it is: this completion had no effect, or it is no longer the one that completed the task. */
  | { kind: 'nothing' }
  /** It is open again, and the platform has never known otherwise. */
  | { kind: 'takenBack' }
  /** It is open again, and the platform has to be told. */
  | { kind: 'reopened' }
  /**
   * It stays completed, by a later press that had no effect only because of this one. `isTold`: the platform has to be told that
   * this one is undone, before the later one is sent.
   */
  | { kind: 'handedOver'; to: TaskChange; isTold: boolean };

/** Takes the last completion of a task back, if no attempt was made to send it: it is never sent. */
export async function takeBackLast(tx: Queryable, task: TaskRow): Promise<boolean> {
  const last = (await readStatusChanges(tx, task)).findLast(isUnsent);
  return last?.kind === 'complete' && (await takeBack(tx, last));
}

/**
 * Undoes one completion of a task, and never that of somebody else. The caller holds the lock of the location's tasks.
 * @param changeId of the completion
 */
export async function undoCompletion(
  tx: Queryable,
  { task, changeId }: { task: TaskRow; changeId: string },
): Promise<Undoing> {
  const changes = await readStatusChanges(tx, task);
  const completion = changes.find((change) => change.changeId === changeId && change.kind === 'complete');
  if (!completion) return { kind: 'nothing' };
  const isTakenBack = await takeBack(tx, completion);
  const later = changes.filter(({ number }) => number > completion.number);
  if (!isInEffect(completion) || later.some(isInEffect) || !isCompletedBy(task, completion)) return { kind: 'nothing' };
  const next = later.find(isIdleCompletion);
  if (next) return { kind: 'handedOver', to: next, isTold: !isTakenBack };
  return { kind: isTakenBack ? 'takenBack' : 'reopened' };
}

/** Moves completions that had no effect behind the last change of their task, in their order: changes are sent in that order. */
export async function moveBehind(tx: Queryable, { task, first }: { task: TaskRow; first: TaskChange }): Promise<void> {
  const changes = await readStatusChanges(tx, task);
  const moved = changes.filter((change) => change.number >= first.number && isIdleCompletion(change));
  for (const { locationId, changeId } of moved) {
    const isMoved = and(eq(taskChanges.locationId, locationId), eq(taskChanges.changeId, changeId));
    // the next number of the identity column
    await tx.execute(sql`update ${taskChanges} set number = default where ${isMoved}`);
  }
}

const isUnsent = ({ state }: TaskChange): boolean => unsentStates.some((unsent) => unsent === state);

/** The task had that state already: such a change is settled without an attempt. */
const hadNoEffect = ({ state, attempts }: TaskChange): boolean => state === 'sent' && attempts === 0;

const isIdleCompletion = (change: TaskChange): boolean => change.kind === 'complete' && hadNoEffect(change);

/** Whether the task had another state before, and nothing has undone or refused the change. */
const isInEffect = (change: TaskChange): boolean =>
  isUnsent(change) || (change.state === 'sent' && !hadNoEffect(change));

/** Another client of the platform may have completed it first. Some platforms do not say who. */
const isCompletedBy = ({ isCompleted, completerId }: TaskRow, { actorId }: TaskChange): boolean =>
  isCompleted && (completerId === null || completerId === actorId);

/** The completions and reopenings of a task, in order. */
function readStatusChanges(tx: Queryable, { locationId, id }: TaskRow): Promise<TaskChange[]> {
  return tx
    .select()
    .from(taskChanges)
    .where(
      and(
        eq(taskChanges.locationId, locationId),
        eq(taskChanges.taskId, id),
        inArray(taskChanges.kind, ['complete', 'reopen']),
      ),
    )
    .orderBy(asc(taskChanges.number));
}

/** @returns false where an attempt was made to send it */
async function takeBack(tx: Queryable, { locationId, changeId }: TaskChange): Promise<boolean> {
  const undone = await tx
    .update(taskChanges)
    .set({ state: 'undone' })
    .where(
      and(
        eq(taskChanges.locationId, locationId),
        eq(taskChanges.changeId, changeId),
        eq(taskChanges.attempts, 0),
        // of a concurrent worker and undo, the second one finds the row in another state
        inArray(taskChanges.state, [...dueStates, 'sent']),
      ),
    )
    .returning({ changeId: taskChanges.changeId });
  return undone.length > 0;
}
