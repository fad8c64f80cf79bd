import { and, eq } from 'drizzle-orm';
import type { Task, TaskRequest } from '#contracts/v2/tasks.ts';
import type { Sql } from '#platform/db/client.ts';
import { tasks } from '#platform/db/schema/tasks.ts';
import { notFound } from '#platform/errors.ts';
import type { Call } from '#platform/services/call.ts';
import { requirePeople } from './people.ts';
import { toTask } from './task.ts';

/**
 * Replaces a task of the calling gym. Whether it is done stays as it was where the request does not say.
 * @throws 404 TASK, and 404 ACCOUNT where the chain does not know an account that the task names
 */
export async function updateTask(call: Call, taskId: number, request: TaskRequest): Promise<Task> {
  const { db, chainId, clock } = call;
  return db.transaction(async (sql) => {
    const before = await lockTask(sql, call, taskId);
    const { authorId, targetId, completerId } = await requirePeople(sql, chainId, request);
    const isCompleted = request.completed ?? before.isCompleted;
    const [updated] = await sql
      .update(tasks)
      .set({
        name: request.name,
        type: request.type ?? null,
        dueDate: request.dueDate,
        authorId,
        targetId,
        completerId: isCompleted ? (completerId ?? before.completerId ?? authorId) : null,
        isCompleted,
        modifiedAt: clock(),
      })
      .where(and(eq(tasks.chainId, chainId), eq(tasks.taskId, taskId)))
      .returning();
    if (!updated) throw notFound('TASK');
    return toTask(updated);
  });
}

async function lockTask(sql: Sql, { chainId, gymId }: Call, taskId: number) {
  if (!Number.isSafeInteger(taskId)) throw notFound('TASK');
  const [found] = await sql
    .select({ isCompleted: tasks.isCompleted, completerId: tasks.completerId })
    .from(tasks)
    .where(and(eq(tasks.chainId, chainId), eq(tasks.gymId, gymId), eq(tasks.taskId, taskId)))
    .for('update');
  if (!found) throw notFound('TASK');
  return found;
}
