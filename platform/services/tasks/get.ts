import type { Task } from '#contracts/v2/tasks.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import { notFound } from '#platform/errors.ts';
import type { Call } from '#platform/services/call.ts';
import { type TaskFacts, taskColumns, toTask } from './task.ts';

const taskById: NamedStatement = {
  name: 'task_by_id',
  text: `SELECT ${taskColumns} FROM tasks WHERE chain_id = $1 AND gym_id = $2 AND task_id = $3`,
};

/** @throws 404 TASK for a task that the calling gym does not have */
export async function getTask({ db, chainId, gymId }: Call, taskId: number): Promise<Task> {
  const [task] = Number.isSafeInteger(taskId) ? await db.find<TaskFacts>(taskById, [chainId, gymId, taskId]) : [];
  if (!task) throw notFound('TASK');
  return toTask(task);
}
