import 'server-only';
import { and, eq, getTableColumns, inArray, lt, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/db/client.ts';
import { type TaskChange, taskChanges } from '#lib/db/schema/tasks.ts';
import type { ChangeKey } from '#lib/desk/base/queues.ts';

const earlier = alias(taskChanges, 'earlier');

/**
 * Takes a due change for one attempt. Null where it is not due, is being sent, is settled, or where an earlier change
 * of the same task has to go first.
 */
export async function claimChange(
  db: Queryable,
  { locationId, changeId }: ChangeKey,
  now: Date,
): Promise<TaskChange | null> {
  const unsentBefore = db
    .select({ one: sql`1` })
    .from(earlier)
    .where(
      and(
        eq(earlier.locationId, locationId),
        eq(earlier.taskId, taskChanges.taskId),
        lt(earlier.number, taskChanges.number),
        inArray(earlier.state, ['held', 'waiting', 'sending']),
      ),
    );
  const [claimed] = await db
    .update(taskChanges)
    .set({
      state: 'sending',
      claimedAt: now,
      attempts: sql`${taskChanges.attempts} + 1`,
      firstAttemptAt: sql`coalesce(${taskChanges.firstAttemptAt}, ${now})`,
    })
    .where(
      and(
        eq(taskChanges.locationId, locationId),
        eq(taskChanges.changeId, changeId),
        inArray(taskChanges.state, ['held', 'waiting']),
        lte(taskChanges.nextAttemptAt, now),
        sql`not exists (${unsentBefore})`,
      ),
    )
    .returning(getTableColumns(taskChanges));
  return claimed ?? null;
}

/** Holds for the attempt that claimed the change, until it has settled it or was taken for dead. */
export const isClaimOf = ({ locationId, changeId, attempts }: TaskChange) =>
  and(
    eq(taskChanges.locationId, locationId),
    eq(taskChanges.changeId, changeId),
    eq(taskChanges.state, 'sending'),
    eq(taskChanges.attempts, attempts),
  );
