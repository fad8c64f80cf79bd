import type { TaskRequest } from '#contracts/v2/tasks.ts';
import { tasks } from '#platform/db/schema/tasks.ts';
import type { Call } from '#platform/services/call.ts';
import { getTask } from './get.ts';
import { requirePeople } from './people.ts';
import type { TaskFacts } from './task.ts';

/**
 * Creates a task in the calling gym.
 * @throws 404 ACCOUNT if the chain does not know an account that the task names
 */
export async function createTask(call: Call, request: TaskRequest): Promise<TaskFacts> {
  const { db, chainId, gymId, clock } = call;
  const now = clock();
  const taskId = await db.transaction(async (sql) => {
    const { authorId, targetId, completerId } = await requirePeople(sql, call, request);
    const isCompleted = request.completed === true;
    const [created] = await sql
      .insert(tasks)
      .values({
        chainId,
        gymId,
        name: request.name,
        type: request.type ?? null,
        dueDate: request.dueDate,
        authorId,
        targetId,
        completerId: isCompleted ? (completerId ?? authorId) : null,
        isCompleted,
        createdAt: now,
        modifiedAt: now,
      })
      .returning({ taskId: tasks.taskId });
    if (!created) throw new Error('The task was not inserted.');
    return created.taskId;
  });
  return getTask(call, taskId);
}
