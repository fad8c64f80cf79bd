import { and, eq, or } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { tasks } from '#platform/db/schema/tasks.ts';
import type { Call } from '#platform/services/call.ts';

/**
 * The tasks that name a member count as changed once the member is migrated: version 2 sees them from now on, and a
 * client that asks for what changed since would never hear of them otherwise.
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
