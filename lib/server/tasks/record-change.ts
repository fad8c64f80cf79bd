import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Actor, ActorContext } from '#lib/server/base/actor.ts';
import { reckonTime } from '#lib/server/base/browser-time.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type TaskChange, type TaskRow, taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';
import { findInDirectory } from '#lib/server/directory/directory.ts';
import { notifyDue } from '#lib/server/due/notice.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import { applyChange, conflictsOf, type TaskContent } from '#lib/wire/task-content.ts';
import { typeOfTemplate } from '#lib/wire/task-templates.ts';
import type { ChangeOutcome, TaskChangeInput } from '#lib/wire/tasks.ts';
import { taskLedger } from './ledger.ts';
import { readOwnAccount } from './people.ts';
import { moveBehind, takeBackLast, undoCompletion } from './take-back.ts';
import { lockTasks } from './upsert-tasks.ts';

/** The name of a template in the language of the person. */
type TemplateNames = (template: keyof typeof typeOfTemplate) => string;

interface Recording {
  desk: DeskContext;
  actor: Actor;
  /** The person's own account at the platform; null where none is linked. */
  actorId: string | null;
  /** By the desk's clock, epoch milliseconds. */
  doneAt: number;
  nameOfTemplate: TemplateNames;
}
type Input<Kind extends TaskChangeInput['kind']> = Extract<TaskChangeInput, { kind: Kind }>;

/** When a change was made by the desk's clock, epoch milliseconds. */
export const timeOfChange = ({ clock, clockWatch }: DeskContext, change: TaskChangeInput): number =>
  reckonTime(change, clock(), clockWatch.setSinceCompared).at;

/**
 * Writes a change to the ledger, from which it is sent to the platform, and applies it to the desk's task at once.
 * Idempotent by the id of the change.
 */
export async function recordTaskChange(
  { desk, actor }: ActorContext,
  { change, nameOfTemplate }: { change: TaskChangeInput; nameOfTemplate: TemplateNames },
): Promise<ChangeOutcome> {
  if (change.staffId !== actor.staffId) return { kind: 'otherPerson' };
  const locationId = actor.location.id;
  return desk.db.transaction(async (tx) => {
    await lockTasks(tx, locationId);
    if (await findChange(tx, locationId, change.changeId)) return { kind: 'recorded' };
    const actorId = await readOwnAccount(tx, actor);
    const recording: Recording = {
      desk,
      actor,
      actorId,
      doneAt: timeOfChange(desk, change),
      nameOfTemplate,
    };
    switch (change.kind) {
      case 'create':
        return recordNew(tx, recording, change);
      case 'edit':
        return recordEdit(tx, recording, change);
      case 'complete':
      case 'reopen':
        return recordStatusChange(tx, recording, change);
    }
  });
}

async function recordNew(
  tx: Queryable,
  recording: Recording,
  { changeId, accountId, what, dueDate }: Input<'create'>,
): Promise<ChangeOutcome> {
  const { actorId, actor, nameOfTemplate } = recording;
  // a task is kept for longer than the change that created it
  if (await readTask(tx, actor, changeId)) return { kind: 'recorded' };
  if (actorId === null) return { kind: 'notLinked' };
  const locationId = actor.location.id;
  if (!(await findInDirectory(tx, { locationId, key: { kind: 'accountId', value: accountId } })))
    return { kind: 'memberUnknown' };
  const content: TaskContent =
    'template' in what
      ? { name: nameOfTemplate(what.template), type: typeOfTemplate[what.template], dueDate }
      : { name: what.name, type: what.type, dueDate };
  await tx.insert(tasks).values({
    locationId,
    id: changeId,
    ...content,
    authorId: actorId,
    targetId: accountId,
    isCompleted: false,
  });
  return record(tx, recording, { changeId, taskId: changeId, kind: 'create', content, state: 'waiting' });
}

async function recordEdit(
  tx: Queryable,
  recording: Recording,
  { changeId, taskId, edits, isUndecided }: Input<'edit'>,
): Promise<ChangeOutcome> {
  const task = await readTask(tx, recording.actor, taskId);
  if (!task) return { kind: 'taskGone' };
  if (task.authorId === null && recording.actorId === null) return { kind: 'notLinked' };
  if (conflictsOf(task, edits, isUndecided).length > 0) {
    const { locationId, targetId, name, type, dueDate } = task;
    const member = await findInDirectory(tx, { locationId, key: { kind: 'accountId', value: targetId } });
    return { kind: 'changedMeanwhile', current: { name, type, dueDate }, member: member && displayNameOf(member) };
  }
  await keep(tx, applyChange(task, { kind: 'edit', edits }));
  return record(tx, recording, { changeId, taskId, kind: 'edit', edits, state: 'waiting' });
}

/** Completes or reopens a task. If it already has that state, it keeps its completer. */
async function recordStatusChange(
  tx: Queryable,
  recording: Recording,
  change: Input<'complete' | 'reopen'>,
): Promise<ChangeOutcome> {
  const { changeId, taskId, kind } = change;
  const { actor, actorId, doneAt } = recording;
  const task = await readTaskOf(tx, actor, change);
  if (!task) return { kind: 'taskGone' };
  if (actorId === null && (kind === 'complete' || task.authorId === null)) return { kind: 'notLinked' };
  if (change.kind === 'reopen' && change.undoes !== undefined)
    return recordUndo(tx, recording, { task, changeId, undoes: change.undoes });
  const isSo = task.isCompleted === (kind === 'complete');
  if (isSo) return record(tx, recording, { changeId, taskId, kind, state: 'sent' });
  const isTakenBack = kind === 'reopen' && (await takeBackLast(tx, task));
  await keep(tx, applyChange(task, { kind, actorId, at: new Date(doneAt) }));
  if (isTakenBack) return record(tx, recording, { changeId, taskId, kind, state: 'undone' });
  return record(tx, recording, { changeId, taskId, kind, state: kind === 'complete' ? 'held' : 'waiting' });
}

/** Undoes one press of "Done": a task that a colleague has completed stays completed. */
async function recordUndo(
  tx: Queryable,
  recording: Recording,
  { task, changeId, undoes }: { task: TaskRow; changeId: string; undoes: string },
): Promise<ChangeOutcome> {
  const undo = await undoCompletion(tx, { task, changeId: undoes });
  const change = { changeId, taskId: task.id, kind: 'reopen' } as const;
  switch (undo.kind) {
    case 'nothing':
      break;
    case 'handedOver':
      if (undo.isTold) {
        await record(tx, recording, { ...change, state: 'waiting' });
        await moveBehind(tx, { task, first: undo.to });
      }
      await putInEffect(tx, recording, { task, completion: undo.to });
      if (undo.isTold) return { kind: 'recorded' };
      break;
    case 'takenBack':
      await keep(tx, applyChange(task, { kind: 'reopen' }));
      break;
    case 'reopened':
      await keep(tx, applyChange(task, { kind: 'reopen' }));
      return record(tx, recording, { ...change, state: 'waiting' });
  }
  return record(tx, recording, { ...change, state: 'undone' });
}

/** Sends a completion that had no effect, because the task had been completed by a press that was undone since. */
async function putInEffect(
  tx: Queryable,
  { desk, actor: { location } }: Recording,
  { task, completion }: { task: TaskRow; completion: TaskChange },
): Promise<void> {
  const { changeId, actorId, at, recordedAt } = completion;
  const nextAttemptAt = new Date(recordedAt.getTime() + location.undoS * 1_000);
  await keep(tx, applyChange(applyChange(task, { kind: 'reopen' }), { kind: 'complete', actorId, at }));
  await tx
    .update(taskChanges)
    .set({ state: 'held', nextAttemptAt })
    .where(and(eq(taskChanges.locationId, location.id), eq(taskChanges.changeId, changeId)));
  await notifyDue(tx, { kind: taskLedger(desk).name, locationId: location.id, at: nextAttemptAt });
}

type NewChange = Pick<TaskChange, 'changeId' | 'taskId' | 'kind' | 'state'> &
  Partial<Pick<TaskChange, 'content' | 'edits'>>;

async function record(
  tx: Queryable,
  { desk, actor, actorId, doneAt }: Recording,
  change: NewChange,
): Promise<ChangeOutcome> {
  const { location, staffId, sentBy } = actor;
  const now = desk.clock();
  const nextAttemptAt = new Date(change.state === 'held' ? now + location.undoS * 1_000 : now);
  const key = { locationId: location.id, changeId: change.changeId };
  await tx.insert(taskChanges).values({
    ...change,
    ...key,
    actorId,
    staffId,
    sentBy,
    at: new Date(doneAt),
    recordedAt: new Date(now),
    nextAttemptAt,
  });
  await notifyDue(tx, { kind: taskLedger(desk).name, locationId: location.id, at: nextAttemptAt });
  await notifyLive(tx, { locationId: location.id, event: 'tasks' });
  return { kind: 'recorded' };
}

async function findChange(
  tx: Queryable,
  locationId: string,
  changeId: string,
): Promise<Pick<TaskChange, 'taskId'> | undefined> {
  const [found] = await tx
    .select({ taskId: taskChanges.taskId })
    .from(taskChanges)
    .where(and(eq(taskChanges.locationId, locationId), eq(taskChanges.changeId, changeId)));
  return found;
}

/** Reads the task of a change. An undo is about the task of what it undoes, which may have become another row since. */
async function readTaskOf(
  tx: Queryable,
  actor: Actor,
  change: Input<'complete' | 'reopen'>,
): Promise<TaskRow | undefined> {
  const undoes = change.kind === 'reopen' ? change.undoes : undefined;
  const undone = undoes === undefined ? undefined : await findChange(tx, actor.location.id, undoes);
  return readTask(tx, actor, undone?.taskId ?? change.taskId);
}

async function readTask(tx: Queryable, { location }: Actor, taskId: string): Promise<TaskRow | undefined> {
  const [task] = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.locationId, location.id), eq(tasks.id, taskId)));
  return task;
}

async function keep(tx: Queryable, { locationId, id, ...state }: TaskRow): Promise<void> {
  await tx
    .update(tasks)
    .set(state)
    .where(and(eq(tasks.locationId, locationId), eq(tasks.id, id)));
}
