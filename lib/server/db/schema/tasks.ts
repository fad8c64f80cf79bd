import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Unavailable } from '#lib/server/gym-api/errors.ts';
import type { ContentChange, TaskContent } from '#lib/wire/tasks.ts';
import { attemptColumns, instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';
import { staff } from './staff.ts';

const ofLocation = () =>
  uuid()
    .notNull()
    .references(() => locations.id);

/** The desk's mirror of the platform's tasks, with the desk's own changes that the platform does not have yet. */
export const tasks = pgTable(
  'tasks',
  {
    locationId: ofLocation(),
    /** Of a task that was set at this desk, the id of the change that set it. */
    id: uuid().notNull(),
    /** Null until the platform has it. */
    platformId: text(),
    name: text().notNull(),
    type: text(),
    dueDate: date({ mode: 'string' }),
    /** Account that set it; null where the platform has forgotten who. */
    authorId: text(),
    /** Account it is about. */
    targetId: text().notNull(),
    /** Account that did it. */
    completerId: text(),
    isCompleted: boolean().notNull(),
    /** When it was done, as far as this desk saw it: the platform does not say. */
    completedAt: instant(),
    /** When the platform was last asked about it; null before it has it. */
    syncedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.id] }),
    uniqueIndex().on(table.locationId, table.platformId),
    index().on(table.locationId, table.targetId),
  ],
);
export type TaskRow = typeof tasks.$inferSelect;

const taskChangeKinds = ['create', 'edit', 'complete', 'reopen'] as const;

/**
 * - `held`: can be taken back; its first attempt comes when that time is over
 * - `waiting`: due, or an attempt failed and another comes at `nextAttemptAt`
 * - `sending`: a worker has it
 * - `sent`: the platform has it
 * - `undone`: taken back before it was sent
 * - `refused`: the platform will never take it; kept until somebody has seen it
 * - `seen`: refused, and somebody has seen it
 */
const taskChangeStates = ['held', 'waiting', 'sending', 'sent', 'undone', 'refused', 'seen'] as const;

/** The ledger of tasks: every change somebody made at this desk, in order, and what became of it on the platform. */
export const taskChanges = pgTable(
  'task_changes',
  {
    locationId: ofLocation(),
    /** Minted by the browser; every retry carries the same. */
    changeId: uuid().notNull(),
    /** Changes of one task are sent in this order. */
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    taskId: uuid().notNull(),
    kind: text({ enum: taskChangeKinds }).notNull(),
    /** Of `create`: what is to be done. */
    content: jsonb().$type<TaskContent>(),
    /** Of `edit`: what was changed, from what to what. */
    edits: jsonb().$type<ContentChange>(),
    /** The account that the person had at the platform; null where none was linked. */
    actorId: text(),
    staffId: uuid().references(() => staff.id),
    /** Whose session brought it, where that was somebody else's. */
    sentBy: uuid().references(() => staff.id),
    /** When it was done, by the desk's clock. */
    at: instant().notNull(),
    recordedAt: instant().notNull(),
    state: text({ enum: taskChangeStates }).notNull(),
    ...attemptColumns(),
    /** When the first attempt began, by the platform's clock: what it may have left there was changed since then. */
    firstAttemptAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.changeId] }),
    foreignKey({
      columns: [table.locationId, table.taskId],
      foreignColumns: [tasks.locationId, tasks.id],
    }).onDelete('cascade'),
    index().on(table.locationId, table.taskId, table.number),
    index('task_changes_to_send')
      .on(table.locationId, table.nextAttemptAt)
      .where(sql`state in ('held', 'waiting', 'sending')`),
    check('task_changes_kind', isOneOf(table.kind, taskChangeKinds)),
    check('task_changes_state', isOneOf(table.state, taskChangeStates)),
  ],
);
export type TaskChange = typeof taskChanges.$inferSelect;

const syncProblems = [
  'slow',
  'unreachable',
  'unreadable',
  'busy',
  'keyRejected',
  'permissionMissing',
  'failed',
] as const satisfies readonly Unavailable['because'][];

/** How far the mirror of a location's tasks has come. One row a location, from its first reading on. */
export const taskSyncs = pgTable('task_syncs', {
  locationId: uuid()
    .primaryKey()
    .references(() => locations.id),
  /** Changes before this moment are in the mirror. */
  knownUntil: instant(),
  /** When all tasks were last read. */
  allReadAt: instant(),
  /** Whether that reading had every task, so that what was not in it is gone. Not where many were missing from it. */
  isAllReadWhole: boolean().notNull().default(true),
  /** When the platform was last asked with success. */
  finishedAt: instant(),
  /** Why it could not be asked since; null while it can. */
  problem: text({ enum: syncProblems }),
  /** The process that works on it. A lease ends by itself. */
  leaseId: uuid(),
  leaseEndsAt: instant(),
});
export type TaskSync = typeof taskSyncs.$inferSelect;
