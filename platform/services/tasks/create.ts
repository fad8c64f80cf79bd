import type { Task, TaskRequest } from '#contracts/v2/tasks.ts';
import { tasks } from '#platform/db/schema/tasks.ts';
import type { Call } from '#platform/services/call.ts';
import { requirePeople } from './people.ts';
import { toTask } from './task.ts';

/**
 * Sets a task in the calling gym.
 * @throws 404 ACCOUNT where the chain does not know an account that the task names
 */
export async function createTask({ db, chainId, gymId, clock }: Call, request: TaskRequest): Promise<Task> {
  const now = clock();
  return db.transaction(async (sql) => {
    const { authorId, targetId, completerId } = await requirePeople(sql, chainId, request);
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
      .returning();
    if (!created) throw new Error('The task was not inserted.');
    return toTask(created);
  });
}
