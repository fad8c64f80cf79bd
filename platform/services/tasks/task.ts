import type { Task } from '#contracts/v2/tasks.ts';
import type { TaskRow } from '#platform/db/schema/tasks.ts';

export type TaskFacts = Pick<
  TaskRow,
  'taskId' | 'name' | 'type' | 'dueDate' | 'authorId' | 'targetId' | 'completerId' | 'isCompleted'
>;

/** Selects `TaskFacts` from `tasks`. */
export const taskColumns = `task_id AS "taskId", name, type, due_date AS "dueDate", author_id AS "authorId",
  target_id AS "targetId", completer_id AS "completerId", is_completed AS "isCompleted"`;

/** The task as version 2 answers it: its id is text here and a number in the path. */
export const toTask = (task: TaskFacts): Task => ({
  id: String(task.taskId),
  name: task.name,
  type: task.type ?? undefined,
  dueDate: task.dueDate,
  authorId: task.authorId ?? undefined,
  targetId: task.targetId,
  completerId: task.completerId ?? undefined,
  completed: task.isCompleted,
});
