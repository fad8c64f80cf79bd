import { and, eq } from 'drizzle-orm';
import { retryOnCollision } from '#platform/db/collisions.ts';
import { memberships } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';
import { lockMember } from '#platform/services/members/lock.ts';
import { emitEvent } from '#platform/services/webhooks/emit.ts';
import { moveReferrals } from './referrals.ts';

/** Deletes membership id and contract data. The person's profile stays in the chain. */
export async function endMembership(call: Call, accountId: string): Promise<void> {
  const { db, chainId, clock } = call;
  await retryOnCollision(() =>
    db.transaction(async (sql) => {
      const { profile, membership } = await lockMember(sql, call, accountId);
      await emitEvent(sql, call, { type: 'MEMBERSHIP_DELETE', accountId: profile.accountId, occurredAt: clock() });
      await moveReferrals(sql, call, membership.membershipId, null);
      await sql
        .delete(memberships)
        .where(and(eq(memberships.chainId, chainId), eq(memberships.accountId, profile.accountId)));
    }),
  );
}
