import { and, eq } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { memberships } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';

/**
 * A membership id identifies a member just as a name does. Members whom this member referred therefore follow a
 * change of the id, and have no referrer once the member is erased.
 * @param to null if the referrer is erased, or is no longer a member of this gym
 */
export async function moveReferrals(
  sql: Sql,
  { chainId, clock }: Call,
  from: string,
  to: string | null,
): Promise<void> {
  if (from === to) return;
  await sql
    .update(memberships)
    .set({ referringMemberId: to, updatedAt: clock() })
    .where(and(eq(memberships.chainId, chainId), eq(memberships.referringMemberId, from)));
}
