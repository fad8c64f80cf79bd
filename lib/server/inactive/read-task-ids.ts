import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { derivedUuid } from '#lib/server/base/derived-uuid.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { tasks } from '#lib/server/db/schema/tasks.ts';

/** By the id of the member's account. */
type TaskIds = ReadonlyMap<string, string>;

interface Absence {
  accountId: string;
  lastAt: Date;
}

/**
 * The ids of the tasks about absences: the same for all who create one, so that it is one task. Once that was completed, the next
 * press creates another. A completed one may have been deleted at the platform, and here: then the one after it shows that.
 */
export function readTaskIds(
  tx: Queryable,
  { locationId, absences }: { locationId: string; absences: readonly Absence[] },
): Promise<TaskIds> {
  const taskIds = absences.map(
    ({ accountId, lastAt }) =>
      [accountId, derivedUuid(`absence/${locationId}/${lastAt.getTime()}/${accountId}`)] as const,
  );
  return replacePassed(tx, { locationId, taskIds: new Map(taskIds) });
}

async function replacePassed(
  tx: Queryable,
  { locationId, taskIds }: { locationId: string; taskIds: TaskIds },
): Promise<TaskIds> {
  if (taskIds.size === 0) return taskIds;
  const ids = [...taskIds.values()];
  const isCompleted = await readCompletion(tx, { locationId, ids: [...ids, ...ids.map(nextOf)] });
  const isPassed = (taskId: string) => isCompleted.get(taskId) ?? isCompleted.has(nextOf(taskId));
  const next = [...taskIds].flatMap(([accountId, taskId]) =>
    isPassed(taskId) ? [[accountId, nextOf(taskId)] as const] : [],
  );
  return new Map([...taskIds, ...(await replacePassed(tx, { locationId, taskIds: new Map(next) }))]);
}

const nextOf = (taskId: string) => derivedUuid(`absence again/${taskId}`);

/** Whether a task is completed, of those that the desk has. */
async function readCompletion(
  tx: Queryable,
  { locationId, ids }: { locationId: string; ids: readonly string[] },
): Promise<ReadonlyMap<string, boolean>> {
  const rows = await tx
    .select({ id: tasks.id, isCompleted: tasks.isCompleted })
    .from(tasks)
    .where(and(eq(tasks.locationId, locationId), sql`${tasks.id} = any(${sql.param([...ids])}::uuid[])`));
  return new Map(rows.map(({ id, isCompleted }) => [id, isCompleted]));
}
