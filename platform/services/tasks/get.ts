import { notFound } from '#platform/base/errors.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { selectTasks, type TaskFacts } from './task.ts';

const taskById: NamedStatement = { name: 'task_by_id', text: `${selectTasks} AND task.task_id = $4` };

/** @throws 404 TASK if the calling gym does not have the task, or the caller does not see the member it is about */
export async function getTask({ db, chainId, gymId, seesUnmigrated }: Call, taskId: number): Promise<TaskFacts> {
  const values = [chainId, gymId, seesUnmigrated, taskId];
  const [task] = Number.isSafeInteger(taskId) ? await db.find<TaskFacts>(taskById, values) : [];
  if (!task) throw notFound('TASK');
  return task;
}
