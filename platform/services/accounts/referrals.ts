import { and, eq } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { memberships } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';

/**
 * A membership id is of a member as a name is: whom they brought came through whoever has it by now, and through nobody once
 * they are erased.
 * @param to null where they are erased, or are no member of this gym any more
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
