import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { getGym } from '#platform/services/gyms/get.ts';
import { instantOf } from '#platform/services/gyms/local-time.ts';
import { selectTasks, type TaskFacts } from './task.ts';

const newestFirst = 'ORDER BY task.modified_at DESC, task.task_id DESC';

const tasksOfGym: NamedStatement = { name: 'tasks_of_gym', text: `${selectTasks} ${newestFirst}` };

const changedTasksOfGym: NamedStatement = {
  name: 'changed_tasks_of_gym',
  text: `${selectTasks} AND task.modified_at >= $4 ${newestFirst}`,
};

const openTasksOfGym: NamedStatement = {
  name: 'open_tasks_of_gym',
  text: `${selectTasks} AND NOT task.is_completed ${newestFirst}`,
};

/**
 * All tasks of the calling gym, or those changed at `modifiedSince` or later; newest change first.
 * @param modifiedSince an instant with an offset, or a day in the gym's time zone
 */
export async function listTasks(call: Call, modifiedSince?: string): Promise<TaskFacts[]> {
  const { db, chainId, gymId, seesUnmigrated } = call;
  if (modifiedSince === undefined) return db.find<TaskFacts>(tasksOfGym, [chainId, gymId, seesUnmigrated]);
  const since = instantOf(modifiedSince, (await getGym(call)).timeZone);
  return db.find<TaskFacts>(changedTasksOfGym, [chainId, gymId, seesUnmigrated, since]);
}

/** The open tasks of the calling gym, newest change first. */
export const listOpenTasks = ({ db, chainId, gymId, seesUnmigrated }: Call): Promise<TaskFacts[]> =>
  db.find<TaskFacts>(openTasksOfGym, [chainId, gymId, seesUnmigrated]);
