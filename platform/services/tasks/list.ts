import type { Task } from '#contracts/v2/tasks.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { type TaskFacts, taskColumns, toTask } from './task.ts';

const tasksOfGym: NamedStatement = {
  name: 'tasks_of_gym',
  text: `SELECT ${taskColumns} FROM tasks
    WHERE chain_id = $1 AND gym_id = $2 AND ($3::timestamptz IS NULL OR modified_at >= $3)
    ORDER BY modified_at DESC, task_id DESC`,
};

/** All tasks of the calling gym, or those changed at `modifiedSince` or later; newest change first. */
export async function listTasks({ db, chainId, gymId }: Call, modifiedSince?: Date): Promise<Task[]> {
  const tasks = await db.find<TaskFacts>(tasksOfGym, [chainId, gymId, modifiedSince ?? null]);
  return tasks.map(toTask);
}
