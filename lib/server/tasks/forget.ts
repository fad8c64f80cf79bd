import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { findForgotten } from '#lib/server/base/forgotten.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type TaskRow, taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';

/**
 * Erases members from the tasks: tasks about them are deleted with their changes, others no longer name them.
 * @param isAuthorKept whether others go on naming them, as colleagues
 */
export async function forgetTasksOf(
  db: Queryable,
  {
    locationId,
    accountIds,
    isAuthorKept = false,
  }: { locationId: string; accountIds: readonly string[]; isAuthorKept?: boolean },
): Promise<void> {
  if (accountIds.length === 0) return;
  const ids = [...accountIds];
  const here = eq(tasks.locationId, locationId);
  await db.delete(tasks).where(and(here, inArray(tasks.targetId, ids)));
  if (isAuthorKept) return;
  await db
    .update(tasks)
    .set({ authorId: null })
    .where(and(here, inArray(tasks.authorId, ids)));
  await db
    .update(tasks)
    .set({ completerId: null })
    .where(and(here, inArray(tasks.completerId, ids)));
  await db
    .update(taskChanges)
    .set({ actorId: null })
    .where(and(eq(taskChanges.locationId, locationId), inArray(taskChanges.actorId, ids)));
}

/** Removes from rows that the platform answered at `askedAt` all data of members who have been erased since. */
export async function leaveOutForgotten(
  tx: Queryable,
  { locationId, rows, askedAt }: { locationId: string; rows: readonly TaskRow[]; askedAt: Date },
): Promise<TaskRow[]> {
  const named = rows.flatMap(({ targetId, authorId, completerId }) => [targetId, authorId ?? [], completerId ?? []]);
  const forgotten = await findForgotten(tx, { locationId, accountIds: [...new Set(named.flat())], since: askedAt });
  const kept = (accountId: string | null) => (accountId !== null && forgotten.has(accountId) ? null : accountId);
  return rows
    .filter(({ targetId }) => !forgotten.has(targetId))
    .map((row) => ({ ...row, authorId: kept(row.authorId), completerId: kept(row.completerId) }));
}
