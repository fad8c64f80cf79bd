import { and, eq } from 'drizzle-orm';
import { notFound } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { type ChainProfile, chainProfiles, type Membership, memberships } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';
import { readAccountId } from './account-id.ts';

export interface LockedMember {
  profile: ChainProfile;
  membership: Membership;
}

/**
 * Locks a person's row in the chain until the end of the transaction.
 * @throws 404 ACCOUNT for an unknown person; for version 2 also for a member who is not migrated
 */
export async function lockPerson(
  sql: Sql,
  { chainId, seesUnmigrated }: Call,
  accountId: string,
): Promise<{ profile: ChainProfile; membership: Membership | undefined }> {
  const isPerson = and(eq(chainProfiles.chainId, chainId), eq(chainProfiles.accountId, readAccountId(accountId)));
  const [profile] = await sql.select().from(chainProfiles).where(isPerson).for('update');
  if (!profile) throw notFound('ACCOUNT');
  const isMember = and(eq(memberships.chainId, chainId), eq(memberships.accountId, profile.accountId));
  const [membership] = await sql.select().from(memberships).where(isMember).for('update');
  if (membership && !membership.isKnownToV2 && !seesUnmigrated) throw notFound('ACCOUNT');
  return { profile, membership };
}

/**
 * Like `lockPerson`, but requires a membership.
 * @throws 404 MEMBERSHIP for a former member
 */
export async function lockMember(sql: Sql, call: Call, accountId: string): Promise<LockedMember> {
  const { profile, membership } = await lockPerson(sql, call, accountId);
  if (!membership) throw notFound('MEMBERSHIP');
  return { profile, membership };
}
