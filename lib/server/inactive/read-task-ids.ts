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
 * press creates another.
 */
export function readTaskIds(
  tx: Queryable,
  { locationId, absences }: { locationId: string; absences: readonly Absence[] },
): Promise<TaskIds> {
  const taskIds = absences.map(
    ({ accountId, lastAt }) =>
      [accountId, derivedUuid(`absence/${locationId}/${lastAt.getTime()}/${accountId}`)] as const,
  );
  return replaceCompleted(tx, { locationId, taskIds: new Map(taskIds) });
}

async function replaceCompleted(
  tx: Queryable,
  { locationId, taskIds }: { locationId: string; taskIds: TaskIds },
): Promise<TaskIds> {
  const completed = await readCompleted(tx, { locationId, ids: [...taskIds.values()] });
  if (completed.size === 0) return taskIds;
  const next = [...taskIds].flatMap(([accountId, taskId]) =>
    completed.has(taskId) ? [[accountId, derivedUuid(`absence again/${taskId}`)] as const] : [],
  );
  return new Map([...taskIds, ...(await replaceCompleted(tx, { locationId, taskIds: new Map(next) }))]);
}

async function readCompleted(
  tx: Queryable,
  { locationId, ids }: { locationId: string; ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        eq(tasks.locationId, locationId),
        sql`${tasks.id} = any(${sql.param([...ids])}::uuid[])`,
        eq(tasks.isCompleted, true),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
