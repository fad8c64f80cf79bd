import { and, eq } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { memberships } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';

/** Whom they brought came through nobody: a membership id is of a member as a name is. */
export async function forgetReferrals(sql: Sql, { chainId, clock }: Call, membershipId: string): Promise<void> {
  await sql
    .update(memberships)
    .set({ referringMemberId: null, updatedAt: clock() })
    .where(and(eq(memberships.chainId, chainId), eq(memberships.referringMemberId, membershipId)));
}
