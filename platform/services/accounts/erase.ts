import { and, eq, sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { retryOnCollision } from '#platform/db/collisions.ts';
import { chainProfiles } from '#platform/db/schema/accounts.ts';
import { tasks } from '#platform/db/schema/tasks.ts';
import type { Call } from '#platform/services/call.ts';
import { withdrawFromFiles } from '#platform/services/exports/files/withdraw.ts';
import { lockPerson } from '#platform/services/members/lock.ts';
import { emitEvent, forgetDeliveries } from '#platform/services/webhooks/emit.ts';
import { moveReferrals } from './referrals.ts';

/**
 * Erases a member from the chain. Foreign keys delete everything that belongs to the profile. Tasks that the member
 * wrote or completed for others stay, without the name. The account is deleted when no chain has a profile of it.
 */
export async function eraseMember(call: Call, accountId: string): Promise<void> {
  const { db, chainId, clock } = call;
  await retryOnCollision(() =>
    db.transaction(async (sql) => {
      const { profile, membership } = await lockPerson(sql, call, accountId);
      await forgetDeliveries(sql, call, profile.accountId);
      await emitEvent(sql, call, { type: 'MEMBERSHIP_DELETE', accountId: profile.accountId, occurredAt: clock() });
      // lock order: rows of people before the lock of the chain's files, because one of them may be erased at the
      // same time
      if (membership) await moveReferrals(sql, call, membership.membershipId, null);
      await withdrawFromFiles(sql, chainId, profile.accountId);
      await withdrawFromTasks(sql, chainId, profile.accountId);
      await sql
        .delete(chainProfiles)
        .where(and(eq(chainProfiles.chainId, chainId), eq(chainProfiles.accountId, profile.accountId)));
      await sql.execute(raw`SELECT forget_account(${profile.accountId}::uuid)`);
    }),
  );
}

async function withdrawFromTasks(sql: Sql, chainId: string, accountId: string): Promise<void> {
  const inChain = eq(tasks.chainId, chainId);
  await sql
    .update(tasks)
    .set({ authorId: null })
    .where(and(inChain, eq(tasks.authorId, accountId)));
  await sql
    .update(tasks)
    .set({ completerId: null })
    .where(and(inChain, eq(tasks.completerId, accountId)));
}
