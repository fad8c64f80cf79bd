import { and, eq } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { type ChainProfile, chainProfiles, type Membership, memberships } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';

export interface MemberChanges {
  profile: Partial<ChainProfile>;
  membership: Partial<Membership>;
}

/** Writes changes to a member, and that there was one. */
export async function writeMember(
  sql: Sql,
  { chainId, clock }: Call,
  accountId: string,
  { profile, membership }: MemberChanges,
): Promise<void> {
  if (Object.keys(profile).length > 0) {
    const isProfile = and(eq(chainProfiles.chainId, chainId), eq(chainProfiles.accountId, accountId));
    await sql.update(chainProfiles).set(profile).where(isProfile);
  }
  const isMembership = and(eq(memberships.chainId, chainId), eq(memberships.accountId, accountId));
  await sql
    .update(memberships)
    .set({ ...membership, updatedAt: clock() })
    .where(isMembership);
}
