import 'server-only';
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { tasks } from '#lib/db/schema/tasks.ts';

/** How many open tasks a member has, as a column of a query whose rows are members. */
export const openTasksOf = (locationId: string, accountId: SQLWrapper): SQL<number> => {
  const isOpen = and(
    eq(tasks.locationId, locationId),
    sql`${tasks.targetId} = ${accountId}`,
    eq(tasks.isCompleted, false),
  );
  return sql`(select count(*) from ${tasks} where ${isOpen})`.mapWith(Number);
};

/** How many open tasks a member has. */
export function countOpenTasks(db: Queryable, locationId: string, accountId: string): Promise<number> {
  const isOpen = and(eq(tasks.locationId, locationId), eq(tasks.targetId, accountId), eq(tasks.isCompleted, false));
  return db.$count(tasks, isOpen);
}
