import { and, eq, ne, sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { blacklistedEmails, type ChainProfile, chainProfiles, memberships } from '#platform/db/schema/accounts.ts';
import { PlatformError } from '#platform/errors.ts';
import { sha256 } from '#platform/services/api-keys/api-key.ts';
import type { PersonalName } from './same-person.ts';

export interface ProfileOfEmail extends PersonalName {
  accountId: string;
}

/** The chain's profile with this e-mail address, and whether it has a membership. */
export async function findProfileOfEmail(
  sql: Sql,
  chainId: string,
  email: string,
): Promise<(ProfileOfEmail & { hasMembership: boolean }) | undefined> {
  const [found] = await sql
    .select({
      accountId: chainProfiles.accountId,
      firstName: chainProfiles.firstName,
      lastName: chainProfiles.lastName,
      dateOfBirth: chainProfiles.dateOfBirth,
      membershipId: memberships.membershipId,
    })
    .from(chainProfiles)
    .leftJoin(
      memberships,
      and(eq(memberships.chainId, chainProfiles.chainId), eq(memberships.accountId, chainProfiles.accountId)),
    )
    .where(and(eq(chainProfiles.chainId, chainId), raw`${chainProfiles.emailKey} = lower(${email})`));
  return found && { ...found, hasMembership: found.membershipId !== null };
}

/** The profiles that other chains have of this e-mail address, oldest first. */
export async function findProfilesOfOtherChains(sql: Sql, email: string): Promise<ProfileOfEmail[]> {
  const { rows } = await sql.execute<{
    account_id: string;
    first_name: string;
    last_name: string;
    date_of_birth: string | null;
  }>(raw`SELECT * FROM profiles_of_other_chains(${email})`);
  return rows.map((row) => ({
    accountId: row.account_id,
    firstName: row.first_name,
    lastName: row.last_name,
    dateOfBirth: row.date_of_birth,
  }));
}

/** @throws 409 membershipExists when another account of the chain has this membership id */
export async function refuseTakenMembershipId(
  sql: Sql,
  chainId: string,
  membershipId: string,
  ownAccountId?: string,
): Promise<void> {
  const [taken] = await sql
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(
      and(
        eq(memberships.chainId, chainId),
        eq(memberships.membershipId, membershipId),
        ownAccountId ? ne(memberships.accountId, ownAccountId) : undefined,
      ),
    );
  if (taken) throw membershipExists('The membership id belongs to another account.', taken.accountId);
}

/**
 * Refuses a new e-mail address or membership id that an account cannot have. What stays as it was is not asked about.
 * @throws 403 for a blacklisted address, 409 for what belongs to somebody else
 */
export async function refuseIdentityConflicts(
  sql: Sql,
  { chainId, accountId, email: emailBefore }: ChainProfile,
  { email, membershipId }: { email?: string; membershipId?: string },
): Promise<void> {
  if (membershipId) await refuseTakenMembershipId(sql, chainId, membershipId, accountId);
  if (!email || email.toLowerCase() === emailBefore.toLowerCase()) return;
  await refuseBlacklistedEmail(sql, email);
  if (await findProfileOfEmail(sql, chainId, email)) {
    throw new PlatformError('userEmailConflict', 'The e-mail address belongs to another account of the chain.');
  }
  const elsewhere = await findProfilesOfOtherChains(sql, email);
  if (elsewhere.some((profile) => profile.accountId !== accountId)) {
    throw new PlatformError('userEmailUsedByAnotherAccountConflict', 'The e-mail address belongs to another account.');
  }
}

/** @throws 403 forbiddenAction for an address that the platform does not take */
export async function refuseBlacklistedEmail(sql: Sql, email: string): Promise<void> {
  const [listed] = await sql
    .select()
    .from(blacklistedEmails)
    .where(eq(blacklistedEmails.emailHash, sha256(email.toLowerCase())));
  if (listed) throw new PlatformError('forbiddenAction', 'The e-mail address is blacklisted.');
}

export const membershipExists = (message: string, accountId: string): PlatformError =>
  new PlatformError('membershipExists', message, { metadata: { accountId } });
