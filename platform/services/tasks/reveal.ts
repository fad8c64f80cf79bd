import { and, eq, or } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { tasks } from '#platform/db/schema/tasks.ts';
import type { Call } from '#platform/services/call.ts';

/**
 * Marks tasks that name a member as changed once the member is migrated. Version 2 sees these tasks from now on, and
 * a client that polls for changes would otherwise miss them.
 */
export async function revealTasks(sql: Sql, { chainId, clock }: Call, accountId: string): Promise<void> {
  await sql
    .update(tasks)
    .set({ modifiedAt: clock() })
    .where(
      and(
        eq(tasks.chainId, chainId),
        or(eq(tasks.targetId, accountId), eq(tasks.authorId, accountId), eq(tasks.completerId, accountId)),
      ),
    );
}
