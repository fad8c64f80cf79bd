import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { taskTypes } from '#contracts/v2/tasks.ts';
import { ofMember } from './accounts.ts';
import { ofGym } from './chains.ts';
import { chainPolicies, day, instant, number } from './columns.ts';

export const tasks = pgTable(
  'tasks',
  {
    chainId: uuid().notNull(),
    taskId: number().notNull().generatedAlwaysAsIdentity({ startWith: 1 }),
    gymId: uuid().notNull(),
    name: text().notNull(),
    type: text({ enum: taskTypes }),
    dueDate: day().notNull(),
    /** Null once the author or completer was erased. A task is deleted with its target. */
    authorId: uuid(),
    targetId: uuid().notNull(),
    completerId: uuid(),
    isCompleted: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    modifiedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.taskId] }),
    ofMember('tasks', t.chainId, t.targetId),
    ofGym('tasks', t.chainId, t.gymId),
    index('tasks_by_change').on(t.chainId, t.gymId, t.modifiedAt.desc().nullsFirst(), t.taskId.desc().nullsFirst()),
    index('tasks_of_target').on(t.chainId, t.targetId),
    index('tasks_of_author').on(t.chainId, t.authorId),
    index('tasks_of_completer').on(t.chainId, t.completerId),
    ...chainPolicies(),
  ],
);
export type TaskRow = typeof tasks.$inferSelect;
