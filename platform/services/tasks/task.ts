import type { Task } from '#contracts/v2/tasks.ts';
import type { TaskRow } from '#platform/db/schema.ts';
import { notFound } from '#platform/errors.ts';

/** @throws 404 TASK for text that is no task id */
export function readTaskId(text: string): number {
  const taskId = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(taskId)) throw notFound('TASK');
  return taskId;
}

/** The task as version 2 answers it: the id is text here, and a number in the path. */
export const toTask = (row: Omit<TaskRow, 'chainId' | 'gymId' | 'createdAt' | 'modifiedAt'>): Task => ({
  id: String(row.taskId),
  name: row.name,
  type: row.type ?? undefined,
  dueDate: row.dueDate,
  authorId: row.authorId ?? undefined,
  targetId: row.targetId,
  completerId: row.completerId ?? undefined,
  completed: row.isCompleted,
});
