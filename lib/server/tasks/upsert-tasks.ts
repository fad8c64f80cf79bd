import 'server-only';
import { and, asc, eq, getTableColumns, inArray, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { Task } from '#contracts/v2/tasks.ts';
import { readDay } from '#lib/server/base/calendar.ts';
import { findForgotten } from '#lib/server/base/forgotten.ts';
import { storedText } from '#lib/server/base/stored-text.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { type TaskChange, type TaskRow, taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';
import { unsentStates } from '#lib/server/outbox/ledger.ts';
import { applyChange, type TaskContent, type TaskState } from '#lib/wire/tasks.ts';
import { leaveOutForgotten } from './forget.ts';

/** A task as the platform told it. */
export interface PlatformTask extends Omit<TaskState, 'completedAt'> {
  platformId: string;
  targetId: string;
}

/** Reads the answer of the platform. A task that names nothing or nobody is none. */
export function platformTaskOf(task: Task): PlatformTask | null {
  const { id, targetId } = task;
  if (!id || !targetId) return null;
  return {
    platformId: id,
    targetId,
    name: storedText(task.name) ?? '',
    type: storedText(task.type),
    dueDate: readDay(task.dueDate),
    authorId: storedText(task.authorId),
    completerId: storedText(task.completerId),
    isCompleted: task.completed === true,
  };
}

/** Changes and what the platform says of the same tasks meet here: they take turns until the transaction ends. */
export const lockTasks = (tx: Queryable, locationId: string) => lockExclusive(tx, `tasks ${locationId}`);

export const isUnsent = () => inArray(taskChanges.state, [...unsentStates]);

/** The changes that the platform does not have yet, of one task or of all, in their order. */
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

interface ToldTasks {
  locationId: string;
  told: readonly PlatformTask[];
  /** When the platform was asked: what it has said later to another request stays. */
  askedAt: Date;
}

interface Upserted {
  hasChanged: boolean;
  /** Whether something was left out that may be ours, whose own answer was lost. */
  hasLeftOut: boolean;
}

/**
 * Keeps what the platform says of tasks; what it does not have yet of our changes stays on top. Needs the turn of the
 * location's tasks. `askedAt` is the moment the platform was asked: what it said later to somebody else stays.
 */
export async function upsertTasks(
  tx: Queryable,
  { locationId, told, askedAt, newId }: ToldTasks & { newId: () => string },
): Promise<Upserted> {
  if (told.length === 0) return { hasChanged: false, hasLeftOut: false };
  const remembered = await withoutForgotten(tx, { locationId, told, askedAt });
  const unsent = await readUnsent(tx, { locationId });
  const lost = unsent.filter(({ kind, attempts }) => kind === 'create' && attempts > 0);
  const known = await readKnown(tx, { locationId, told: remembered, lost });
  const lostTasks = lost.flatMap(({ taskId, content }) => {
    const row = known.byId.get(taskId);
    return row && content ? [{ ...row, ...content }] : [];
  });
  const rows: TaskRow[] = [];
  let hasChanged = false;
  let hasLeftOut = false;
  for (const task of remembered) {
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

/** Somebody may have been erased since the platform was asked. */
async function withoutForgotten(tx: Queryable, { locationId, told, askedAt }: ToldTasks): Promise<PlatformTask[]> {
  const named = told.flatMap(({ targetId, authorId, completerId }) => [targetId, authorId, completerId]);
  const accountIds = [...new Set(named.filter((accountId) => accountId !== null))];
  const forgotten = await findForgotten(tx, { locationId, accountIds, since: askedAt });
  const unless = (accountId: string | null) => (accountId !== null && forgotten.has(accountId) ? null : accountId);
  return told
    .filter(({ targetId }) => !forgotten.has(targetId))
    .map((task) => ({ ...task, authorId: unless(task.authorId), completerId: unless(task.completerId) }));
}

/** Keeps what the platform answered to a change of ours. Needs the turn of the location's tasks. */
export async function upsertOwnTask(
  tx: Queryable,
  { own, task, askedAt }: { own: TaskRow; task: PlatformTask; askedAt: Date },
): Promise<void> {
  const { locationId, id } = own;
  const unsent = await readUnsent(tx, { locationId, taskId: id });
  const row = rowOf({ locationId, task, before: own, id, unsent, askedAt });
  await keepRows(tx, await leaveOutForgotten(tx, { locationId, rows: [row], askedAt }));
}

/** Whether a task of the platform is what was sent there: two answers to the same question look the same. */
export const isSameTask = (own: TaskContent & Authored, task: TaskContent & Authored): boolean =>
  own.name === task.name &&
  own.type === task.type &&
  own.dueDate === task.dueDate &&
  own.authorId === task.authorId &&
  own.targetId === task.targetId;
type Authored = Pick<TaskRow, 'authorId' | 'targetId'>;

interface ToldTask {
  locationId: string;
  task: PlatformTask;
  before: TaskRow | undefined;
  /** Of the desk's row. */
  id: string;
  unsent: readonly TaskChange[];
  askedAt: Date;
}

function rowOf({ locationId, task, before, id, unsent, askedAt }: ToldTask): TaskRow {
  const told: TaskRow = {
    ...task,
    locationId,
    id,
    completedAt: completedAtOf(task, before, askedAt),
    syncedAt: askedAt,
  };
  return unsent.filter(({ taskId }) => taskId === id).reduce(applyChange<TaskRow>, told);
}

/** The platform does not say when a task was done. Of one that was open when it was last seen, it is about now. */
function completedAtOf(task: PlatformTask, before: TaskRow | undefined, askedAt: Date): Date | null {
  if (!task.isCompleted || !before) return null;
  return before.isCompleted ? before.completedAt : askedAt;
}

/** What is known of tasks that the platform told of, and those of our own whose answers were lost. */
async function readKnown(
  tx: Queryable,
  { locationId, told, lost }: { locationId: string; told: readonly PlatformTask[]; lost: readonly TaskChange[] },
) {
  // as one parameter each: a gym of many years has more tasks than a statement takes parameters
  const platformIds = sql.param(told.map(({ platformId }) => platformId));
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
const { syncedAt: ___, ...tellingColumns } = stateColumns;

const isSameState = (one: TaskRow, other: TaskRow) =>
  Object.keys(tellingColumns).every((column) => {
    const [a, b] = [one, other].map((row) => row[column as keyof TaskRow]); // safe because: columns are the keys of a row
    return String(a) === String(b);
  });

/** PostgreSQL takes 65,535 parameters a statement. */
const batchSize = 1_000;

async function keepRows(tx: Queryable, rows: readonly TaskRow[]): Promise<void> {
  const set = Object.fromEntries(
    Object.keys(stateColumns).map((column) => [column, sql`excluded.${sql.identifier(toSnakeCase(column))}`]),
  );
  for (let from = 0; from < rows.length; from += batchSize) {
    await tx
      .insert(tasks)
      .values(rows.slice(from, from + batchSize))
      .onConflictDoUpdate({ target: [tasks.locationId, tasks.id], set });
  }
}

/** Drops tasks that the platform has not spoken of since all were read, unless a change of ours is still on its way. */
export async function dropTasksSyncedBefore(
  tx: Queryable,
  { locationId, moment }: { locationId: string; moment: Date },
): Promise<boolean> {
  const { rowCount } = await tx.delete(tasks).where(and(isDroppable(tx, locationId), lt(tasks.syncedAt, moment)));
  return Boolean(rowCount);
}

/** How many would be dropped, and of how many. */
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
