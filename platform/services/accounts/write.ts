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
  call: Call,
  accountId: string,
  { profile, membership }: MemberChanges,
): Promise<void> {
  const { chainId, clock } = call;
  await writeProfile(sql, call, accountId, profile);
  const isMembership = and(eq(memberships.chainId, chainId), eq(memberships.accountId, accountId));
  await sql
    .update(memberships)
    .set({ ...membership, updatedAt: clock() })
    .where(isMembership);
}

/** Writes changes to what a chain knows of a person, member or not. */
export async function writeProfile(
  sql: Sql,
  { chainId }: Call,
  accountId: string,
  changes: MemberChanges['profile'],
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  const isProfile = and(eq(chainProfiles.chainId, chainId), eq(chainProfiles.accountId, accountId));
  await sql.update(chainProfiles).set(changes).where(isProfile);
}
