import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Sent } from '#contracts/v2/primitives.ts';
import type { TaskRequest, TaskType } from '#contracts/v2/tasks.ts';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { requireLocation } from '#lib/server/base/locations.ts';
import { comparePlatformTime } from '#lib/server/base/platform-time.ts';
import type { ChangeKey } from '#lib/server/base/queues.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type TaskChange, type TaskRow, taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';
import type { Due } from '#lib/server/due/worker.ts';
import type { ApiProblem } from '#lib/server/gym-api/answer.ts';
import { classifyFailure, isPerson } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { isInDoubt } from '#lib/server/gym-api/outage-cause.ts';
import { createTask, listTasks, readTask, updateTask } from '#lib/server/gym-api/tasks.ts';
import { claim, isClaimOf } from '#lib/server/ledger/attempt.ts';
import { type ClaimRow, sendingRows } from '#lib/server/ledger/send-rows.ts';
import { applyChange, conflictsOf } from '#lib/wire/task-content.ts';
import type { ChangeRefusal } from '#lib/wire/tasks.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { taskLedger } from './ledger.ts';
import { isCreated, type Outcome, settleChange, timesBroken } from './settle.ts';
import { isSameTask, type PlatformTask, platformTaskOf } from './upsert-tasks.ts';

/** After a lost answer, the task is searched from this time before the first attempt on: clocks differ. */
const overlapMs = 5 * 60_000;
/** Longer than a platform needs for a request whose answer is no longer waited for. */
const longestUnderWayMs = 60_000;
/** Some hours, with the delays in between. */
const mostTimesBroken = 30;
/** Some minutes, with the delays in between: a platform may list a new task late. */
const mostSearches = 8;

/**
 * Makes one attempt to send a change to the platform. Safe to call for a change that is not due: only the state in the
 * ledger counts.
 */
export async function sendTaskChange(
  desk: DeskContext,
  {
    key,
    claimRow = (set) => claim(desk.db, taskLedger(desk), { key, set }),
  }: { key: ChangeKey; claimRow?: ClaimRow<typeof taskChanges> },
): Promise<void> {
  const location = await requireLocation(desk.db, key.locationId);
  const { platformAheadMs } = await comparePlatformTime({ desk, actor: { location } });
  const askedAt = new Date(desk.clock());
  const there = new Date(askedAt.getTime() + platformAheadMs).toISOString();
  // the earlier of the two: the platform's clock may not have been known at the first attempt
  const firstAttemptAt = sql`least(${taskChanges.firstAttemptAt}, ${there}::timestamptz)`;
  const change = await claimRow({ firstAttemptAt });
  if (!change) return;
  const [own] = await desk.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.locationId, change.locationId), eq(tasks.id, change.taskId)));
  if (!own) return; // erased together with its changes
  const outcome = await attempt({ desk, actor: { location } }, { change, own }).catch((error: unknown) =>
    retryOrGiveUp(desk, { change, error }),
  );
  await settleChange(desk, { change, own, outcome, askedAt, answeredAt: new Date(desk.clock()) });
}

interface OwnChange {
  change: TaskChange;
  /** The desk's own row of the task. */
  own: TaskRow;
}

function attempt(context: LocationContext, { change, own }: OwnChange): Promise<Outcome> {
  if (change.kind === 'create') return createAtPlatform(context, { change, own });
  const { desk, actor } = context;
  const today = dayOf(change.at.getTime(), actor.location.timeZone);
  return updateAtPlatform(desk.gymClientOf(actor.location), { change, own, today });
}

/** After an error of the desk itself: gives up after many, since later changes of the task wait for this one. */
function retryOrGiveUp({ log }: DeskContext, { change, error }: { change: TaskChange; error: unknown }): Outcome {
  const { locationId, changeId } = change;
  // what the platform has said must not be forgotten, or the task would be created once more
  const wasCreated = isCreated(change);
  const times = wasCreated ? change.attempts : timesBroken(change.lastError) + 1;
  const isOver = times >= mostTimesBroken;
  const about = { error, locationId, changeId };
  log.error(about, isOver ? 'a change of a task is given up' : 'a change of a task could not be attempted');
  if (wasCreated) return isOver ? { kind: 'refused', refusal: 'createdElsewhere', task: null } : { kind: 'created' };
  return isOver ? { kind: 'refused', refusal: 'rejected', task: null } : { kind: 'broken', times };
}

export const sendingTaskChanges = (desk: DeskContext): Due =>
  sendingRows<typeof taskChanges, ChangeKey>(desk, taskLedger(desk), (row) => sendTaskChange(desk, row));

/**
 * Creating a task is not idempotent at the platform: after a lost answer, its list is searched for the task first. The request is
 * repeated only once the last one is no longer carried out.
 */
async function createAtPlatform({ desk, actor }: LocationContext, { change, own }: OwnChange): Promise<Outcome> {
  const gym = desk.gymClientOf(actor.location);
  const { content, actorId, attempts, firstAttemptAt } = change;
  // its author has been erased since
  if (!actorId) return { kind: 'refused', refusal: 'accountUnknown', task: null };
  if (!content?.dueDate) throw new Error('A new task has no content.');
  const sent = { ...content, authorId: actorId, targetId: own.targetId };
  if (attempts > 1 && firstAttemptAt) {
    const listed = await listTasks(gym, new Date(firstAttemptAt.getTime() - overlapMs));
    if (!listed.ok) {
      const outcome = outcomeOf(listed.problem, null);
      return isCreated(change) && outcome.kind === 'waiting' ? { kind: 'created' } : outcome;
    }
    const alike = listed.value.items
      .flatMap((task) => platformTaskOf(task) ?? [])
      .filter((task) => isSameTask(sent, task));
    const arrived = await findUnknownTask(desk.db, { locationId: own.locationId, alike });
    if (arrived) return { kind: 'sent', task: arrived };
    // the list has it in other words: shown as a task of its own, it must not be created at each attempt
    if (isCreated(change))
      return attempts < mostSearches
        ? { kind: 'created' }
        : { kind: 'refused', refusal: 'createdElsewhere', task: null };
    if (isUnderWay(change, desk.clock())) return { kind: 'waiting', because: 'slow' };
  }
  const isClaimed = await setRequestedAt(desk, { change, requestedAt: new Date(desk.clock()) });
  // this outcome is dropped: another attempt has begun, or may begin at any time
  if (!isClaimed) return { kind: 'waiting', because: 'slow' };
  const answer = await createTask(gym, requestOf({ ...sent, completerId: null, isCompleted: false }, content.dueDate));
  if (!answer.ok) {
    if (!isInDoubt(answer.problem)) await setRequestedAt(desk, { change, requestedAt: null });
    return outcomeOf(answer.problem, null);
  }
  const created = answer.value && platformTaskOf(answer.value);
  // created, but the answer does not include its id: the next attempt finds it in the list
  return created ? { kind: 'sent', task: created } : { kind: 'created' };
}

/** Whether the platform may still carry out the last request. A time far ahead is of a clock that was set back since. */
const isUnderWay = ({ requestedAt }: TaskChange, now: number): boolean =>
  requestedAt !== null && Math.abs(now - requestedAt.getTime()) < longestUnderWayMs;

/**
 * Written before the request: its process may stop before the answer.
 * @returns false where the claim of this attempt no longer stands, as in a process that was frozen for a while
 */
async function setRequestedAt(
  desk: DeskContext,
  { change, requestedAt }: { change: TaskChange; requestedAt: Date | null },
): Promise<boolean> {
  const { rowCount } = await desk.db
    .update(taskChanges)
    .set({ requestedAt })
    .where(isClaimOf(taskLedger(desk), change));
  return Boolean(rowCount);
}

/** Finds a task that the desk does not know yet. The mirror leaves out tasks that may be the one searched for. */
async function findUnknownTask(
  db: Queryable,
  { locationId, alike }: { locationId: string; alike: readonly PlatformTask[] },
): Promise<PlatformTask | undefined> {
  for (const task of alike) {
    const [known] = await db
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(eq(tasks.locationId, locationId), eq(tasks.platformId, task.platformId)));
    if (!known) return task;
  }
  return undefined;
}

/** The platform only accepts whole tasks, so the change is merged into the task as the platform has it now. */
async function updateAtPlatform(
  gym: GymClient,
  { change, own, today }: OwnChange & { today: string },
): Promise<Outcome> {
  if (own.platformId === null) return { kind: 'refused', refusal: 'taskGone', task: null };
  const answer = await readTask(gym, own.platformId);
  if (!answer.ok) return outcomeOf(answer.problem, null, 'taskGone');
  const current = platformTaskOf(answer.value);
  if (!current) return { kind: 'waiting', because: 'unreadable' };
  if (change.kind === 'edit' && conflictsOf(current, change.edits ?? {}).length > 0) {
    return { kind: 'refused', refusal: 'changedMeanwhile', task: current };
  }
  const wanted = applyChange({ ...current, completedAt: null }, change);
  if (isAsWanted(current, wanted)) return { kind: 'sent', task: current };
  const authorId = wanted.authorId ?? change.actorId;
  if (authorId === null) return { kind: 'refused', refusal: 'accountUnknown', task: current };
  const request = requestOf({ ...wanted, authorId }, wanted.dueDate ?? today);
  const updated = await updateTask(gym, { taskId: own.platformId, task: request });
  if (!updated.ok) return outcomeOf(updated.problem, current);
  const now = updated.value && platformTaskOf(updated.value);
  return { kind: 'sent', task: now ?? { ...current, ...wanted } };
}

const isAsWanted = (current: PlatformTask, wanted: PlatformTask): boolean =>
  current.name === wanted.name &&
  current.type === wanted.type &&
  current.dueDate === wanted.dueDate &&
  current.isCompleted === wanted.isCompleted;

type Wanted = Omit<PlatformTask, 'platformId' | 'authorId' | 'dueDate'> & { authorId: string };

function requestOf(
  { name, type, authorId, targetId, completerId, isCompleted }: Wanted,
  dueDate: string,
): Sent<TaskRequest> {
  return {
    name,
    // safe because: it is one of the desk's types, or the text that this platform answered
    ...(type !== null && { type: type as TaskType }),
    dueDate,
    authorId,
    targetId,
    ...(isCompleted && completerId !== null && { completerId }),
    completed: isCompleted,
  };
}

/** @param unnamed the refusal where the platform does not name what it does not know, or names something else */
function outcomeOf(problem: ApiProblem, task: PlatformTask | null, unnamed: ChangeRefusal = 'accountUnknown'): Outcome {
  const failure = classifyFailure(problem);
  switch (failure.kind) {
    case 'unavailable':
      return { kind: 'waiting', because: failure.because };
    case 'missing':
      return { kind: 'refused', refusal: missingOf(failure.entity) ?? unnamed, task };
    case 'rejected':
    case 'admissionRefused':
      return { kind: 'refused', refusal: 'rejected', task };
  }
}

function missingOf(entity: string | null): ChangeRefusal | null {
  if (entity === 'TASK') return 'taskGone';
  return isPerson(entity) ? 'accountUnknown' : null;
}
