import 'server-only';
import { and, asc, eq, getTableColumns, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { Task } from '#contracts/v2/tasks.ts';
import { readDay } from '#lib/server/base/calendar.ts';
import { findForgotten } from '#lib/server/base/forgotten.ts';
import { storedText } from '#lib/server/base/stored-text.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { inBatches } from '#lib/server/db/in-batches.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { type TaskChange, type TaskRow, taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';
import { unsentStates } from '#lib/server/ledger/ledger.ts';
import { accountIdInput } from '#lib/wire/account-id.ts';
import { applyChange, type TaskContent, type TaskState } from '#lib/wire/task-content.ts';
import { leaveOutForgotten } from './forget.ts';
import { takeOverMirrored } from './take-over-mirrored.ts';

/** A task as the platform answered it. */
export interface PlatformTask extends Omit<TaskState, 'completedAt'> {
  platformId: string;
  targetId: string;
}

/** Converts a task of the platform; null if it has no id or no member. */
export function platformTaskOf(task: Task): PlatformTask | null {
  const { id } = task;
  const targetId = accountIdOf(task.targetId);
  if (!id || !targetId) return null;
  return {
    platformId: id,
    targetId,
    name: storedText(task.name) ?? '',
    type: storedText(task.type),
    dueDate: readDay(task.dueDate),
    authorId: accountIdOf(task.authorId),
    completerId: accountIdOf(task.completerId),
    isCompleted: task.completed === true,
  };
}

const accountIdOf = (told: string | null | undefined) => accountIdInput.safeParse(told).data ?? null;

/** Serializes recorded changes and mirrored answers of a location's tasks until the transaction ends. */
export const lockTasks = (tx: Queryable, locationId: string) => lockExclusive(tx, `tasks ${locationId}`);

export const isUnsent = () => inArray(taskChanges.state, [...unsentStates]);

/** The changes that the platform does not have yet, of one task or of all, in order. */
function readUnsent(
  tx: Queryable,
  { locationId, taskId }: { locationId: string; taskId?: string },
): Promise<TaskChange[]> {
  const ofTask = taskId === undefined ? undefined : eq(taskChanges.taskId, taskId);
  return tx
    .select()
    .from(taskChanges)
    .where(and(eq(taskChanges.locationId, locationId), isUnsent(), ofTask))
    .orderBy(asc(taskChanges.number));
}

interface AnsweredTasks {
  locationId: string;
  answered: readonly PlatformTask[];
  /** When the platform was asked: a later answer to another request is not overwritten. */
  askedAt: Date;
}

interface Upserted {
  hasChanged: boolean;
  /** Whether a task was left out that may be one of the desk's own whose answer was lost. */
  hasLeftOut: boolean;
}

/**
 * Upserts tasks as the platform answered them, with unsent changes applied on top. The caller holds the lock of the
 * location's tasks.
 */
export async function upsertTasks(
  tx: Queryable,
  { locationId, answered, askedAt, newId }: AnsweredTasks & { newId: () => string },
): Promise<Upserted> {
  if (answered.length === 0) return { hasChanged: false, hasLeftOut: false };
  const kept = await withoutForgotten(tx, { locationId, answered, askedAt });
  const unsent = await readUnsent(tx, { locationId });
  const lost = unsent.filter(({ kind, attempts }) => kind === 'create' && attempts > 0);
  const known = await readKnown(tx, { locationId, answered: kept, lost });
  const lostTasks = lost.flatMap(({ taskId, content }) => {
    const row = known.byId.get(taskId);
    return row && content ? [{ ...row, ...content }] : [];
  });
  const rows: TaskRow[] = [];
  let hasChanged = false;
  let hasLeftOut = false;
  for (const task of kept) {
    const before = known.byPlatformId.get(task.platformId);
    if (before?.syncedAt && before.syncedAt > askedAt) continue;
    if (!before && lostTasks.some((own) => isSameTask(own, task))) {
      hasLeftOut = true;
      continue;
    }
    const row = rowOf({ locationId, task, before, id: before?.id ?? newId(), unsent, askedAt });
    hasChanged ||= !before || !isSameState(before, row);
    rows.push(row);
  }
  await keepRows(tx, await leaveOutForgotten(tx, { locationId, rows, askedAt }));
  return { hasChanged, hasLeftOut };
}

/** Removes members who have been erased since the platform was asked. */
async function withoutForgotten(
  tx: Queryable,
  { locationId, answered, askedAt }: AnsweredTasks,
): Promise<PlatformTask[]> {
  const named = answered.flatMap(({ targetId, authorId, completerId }) => [targetId, authorId, completerId]);
  const accountIds = [...new Set(named.filter((accountId) => accountId !== null))];
  const forgotten = await findForgotten(tx, { locationId, accountIds, since: askedAt });
  const unless = (accountId: string | null) => (accountId !== null && forgotten.has(accountId) ? null : accountId);
  return answered
    .filter(({ targetId }) => !forgotten.has(targetId))
    .map((task) => ({ ...task, authorId: unless(task.authorId), completerId: unless(task.completerId) }));
}

interface AnsweredChange {
  own: TaskRow;
  task: PlatformTask;
  /** Before the first request of the attempt. */
  askedAt: Date;
  /** A list that the platform was asked for before this moment may not include the change yet. */
  answeredAt: Date;
}

/** Upserts a task as the platform answered it to a change. The caller holds the lock of the location's tasks. */
export async function upsertOwnTask(tx: Queryable, { own, task, askedAt, answeredAt }: AnsweredChange): Promise<void> {
  const { locationId, id } = own;
  if (own.platformId === null) await takeOverMirrored(tx, { own, platformId: task.platformId });
  const unsent = await readUnsent(tx, { locationId, taskId: id });
  const row = { ...rowOf({ locationId, task, before: own, id, unsent, askedAt }), syncedAt: answeredAt };
  await keepRows(tx, await leaveOutForgotten(tx, { locationId, rows: [row], askedAt }));
}

/** Whether a task of the platform equals one that was sent. */
export const isSameTask = (own: TaskContent & Authored, task: TaskContent & Authored): boolean =>
  own.name === task.name &&
  own.type === task.type &&
  own.dueDate === task.dueDate &&
  own.authorId === task.authorId &&
  own.targetId === task.targetId;
type Authored = Pick<TaskRow, 'authorId' | 'targetId'>;

interface AnsweredTask {
  locationId: string;
  task: PlatformTask;
  before: TaskRow | undefined;
  /** The id of the desk's row. */
  id: string;
  unsent: readonly TaskChange[];
  askedAt: Date;
}

function rowOf({ locationId, task, before, id, unsent, askedAt }: AnsweredTask): TaskRow {
  const row: TaskRow = {
    ...task,
    locationId,
    id,
    completedAt: completedAtOf(task, before, askedAt),
    syncedAt: askedAt,
  };
  return unsent.filter(({ taskId }) => taskId === id).reduce(applyChange<TaskRow>, row);
}

/** The platform does not say when a task was completed. If it was open when it was last read, that was about now. */
function completedAtOf(task: PlatformTask, before: TaskRow | undefined, askedAt: Date): Date | null {
  if (!task.isCompleted || !before) return null;
  return before.isCompleted ? before.completedAt : askedAt;
}

/** Reads the desk's rows of the tasks in an answer, and of its own tasks whose answers were lost. */
async function readKnown(
  tx: Queryable,
  {
    locationId,
    answered,
    lost,
  }: { locationId: string; answered: readonly PlatformTask[]; lost: readonly TaskChange[] },
) {
  // one array parameter each: a gym may have more tasks than a statement takes parameters
  const platformIds = sql.param(answered.map(({ platformId }) => platformId));
  const ids = sql.param(lost.map(({ taskId }) => taskId));
  const isNamed = or(sql`${tasks.platformId} = any(${platformIds}::text[])`, sql`${tasks.id} = any(${ids}::uuid[])`);
  const rows = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.locationId, locationId), isNamed));
  return {
    byId: new Map(rows.map((row) => [row.id, row])),
    byPlatformId: new Map(rows.flatMap((row) => (row.platformId ? [[row.platformId, row] as const] : []))),
  };
}

const { locationId: _, id: __, ...stateColumns } = getTableColumns(tasks);
const { syncedAt: ___, ...comparedColumns } = stateColumns;

const isSameState = (one: TaskRow, other: TaskRow) =>
  Object.keys(comparedColumns).every((column) => {
    const [a, b] = [one, other].map((row) => row[column as keyof TaskRow]); // safe because: columns are the keys of a row
    return String(a) === String(b);
  });

async function keepRows(tx: Queryable, rows: readonly TaskRow[]): Promise<void> {
  const set = Object.fromEntries(
    Object.keys(stateColumns).map((column) => [column, sql`excluded.${sql.identifier(toSnakeCase(column))}`]),
  );
  for (const batch of inBatches(rows)) {
    await tx
      .insert(tasks)
      .values(batch)
      .onConflictDoUpdate({ target: [tasks.locationId, tasks.id], set });
  }
}

/** Deletes tasks that were not in an answer since all were read, except those with unsent or refused changes. */
export async function dropTasksSyncedBefore(
  tx: Queryable,
  { locationId, moment }: { locationId: string; moment: Date },
): Promise<boolean> {
  const { rowCount } = await tx.delete(tasks).where(and(isDroppable(tx, locationId), lt(tasks.syncedAt, moment)));
  return Boolean(rowCount);
}

/** How many tasks would be deleted, and of how many. */
export async function countSyncedBefore(
  tx: Queryable,
  { locationId, moment }: { locationId: string; moment: Date },
): Promise<{ missing: number; of: number }> {
  const isOfPlatform = isDroppable(tx, locationId);
  const missing = await tx.$count(tasks, and(isOfPlatform, lt(tasks.syncedAt, moment)));
  return { missing, of: missing === 0 ? 0 : await tx.$count(tasks, isOfPlatform) };
}

function isDroppable(tx: Queryable, locationId: string): SQL | undefined {
  const unsettled = tx
    .select({ taskId: taskChanges.taskId })
    .from(taskChanges)
    .where(and(eq(taskChanges.locationId, locationId), or(isUnsent(), eq(taskChanges.state, 'refused'))));
  return and(eq(tasks.locationId, locationId), isNotNull(tasks.platformId), sql`${tasks.id} not in (${unsettled})`);
}
