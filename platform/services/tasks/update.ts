import { and, eq, isNull, or } from 'drizzle-orm';
import type { TaskRequest } from '#contracts/v2/tasks.ts';
import { notFound } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { retryOnCollision } from '#platform/db/collisions.ts';
import { memberships } from '#platform/db/schema/accounts.ts';
import { tasks } from '#platform/db/schema/tasks.ts';
import type { Call } from '#platform/services/call.ts';
import { getTask } from './get.ts';
import { requirePeople } from './people.ts';
import type { TaskFacts } from './task.ts';

/** Changes of a task. Absent fields stay unchanged; `type: null` clears the type. */
export type TaskChanges = Partial<TaskRequest>;

/**
 * Changes a task of the calling gym. If it is completed without naming a completer, the author is the completer.
 * @throws 404 TASK, and 404 ACCOUNT if the chain does not know a named account
 */
export async function updateTask(call: Call, taskId: number, changes: TaskChanges): Promise<TaskFacts> {
  const { db, chainId, clock } = call;
  await retryOnCollision(() =>
    db.transaction(async (sql) => {
      const before = await lockTask(sql, call, taskId);
      const { authorId = before.authorId, targetId, completerId } = await requirePeople(sql, call, changes);
      const isCompleted = changes.completed ?? before.isCompleted;
      await sql
        .update(tasks)
        .set({
          name: changes.name,
          type: changes.type,
          dueDate: changes.dueDate,
          authorId,
          targetId,
          completerId: isCompleted ? (completerId ?? before.completerId ?? authorId) : null,
          isCompleted,
          modifiedAt: clock(),
        })
        .where(and(eq(tasks.chainId, chainId), eq(tasks.taskId, taskId)));
    }),
  );
  return getTask(call, taskId);
}

/** As `updateTask`, with the whole task: absent optional fields are cleared. */
export const replaceTask = (call: Call, taskId: number, request: TaskRequest): Promise<TaskFacts> =>
  updateTask(call, taskId, { ...request, type: request.type ?? null });

async function lockTask(sql: Sql, { chainId, gymId, seesUnmigrated }: Call, taskId: number) {
  if (!Number.isSafeInteger(taskId)) throw notFound('TASK');
  const ofTarget = and(eq(memberships.chainId, tasks.chainId), eq(memberships.accountId, tasks.targetId));
  const [found] = await sql
    .select({ isCompleted: tasks.isCompleted, authorId: tasks.authorId, completerId: tasks.completerId })
    .from(tasks)
    .leftJoin(memberships, ofTarget)
    .where(
      and(
        eq(tasks.chainId, chainId),
        eq(tasks.gymId, gymId),
        eq(tasks.taskId, taskId),
        seesUnmigrated ? undefined : or(isNull(memberships.isKnownToV2), eq(memberships.isKnownToV2, true)),
      ),
    )
    .for('update', { of: tasks });
  if (!found) throw notFound('TASK');
  return found;
}
