import { and, eq, sql as raw, type SQL } from 'drizzle-orm';
import { PlatformError } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { blacklistedEmails, type ChainProfile, chainProfiles, memberships } from '#platform/db/schema/accounts.ts';
import { sha256 } from '#platform/services/api-keys/api-key.ts';
import type { Call } from '#platform/services/call.ts';
import type { PersonalName } from './same-person.ts';

export interface KnownPerson extends PersonalName {
  accountId: string;
  email: string;
  /** Null for a former member, like the following fields. */
  membershipId: string | null;
  isKnownToV2: boolean | null;
}

/** The chain's profile with this e-mail address, and its membership if there is one. */
export const findProfileOfEmail = (sql: Sql, chainId: string, email: string): Promise<KnownPerson | undefined> =>
  findPerson(sql, and(eq(chainProfiles.chainId, chainId), raw`${chainProfiles.emailKey} = lower(${email})`));

/** The chain's member with this membership id. */
export const findMemberOfId = (sql: Sql, chainId: string, membershipId: string): Promise<KnownPerson | undefined> =>
  findPerson(sql, and(eq(memberships.chainId, chainId), eq(memberships.membershipId, membershipId)));

async function findPerson(sql: Sql, isPerson: SQL | undefined): Promise<KnownPerson | undefined> {
  const [found] = await sql
    .select({
      accountId: chainProfiles.accountId,
      email: chainProfiles.email,
      firstName: chainProfiles.firstName,
      lastName: chainProfiles.lastName,
      dateOfBirth: chainProfiles.dateOfBirth,
      membershipId: memberships.membershipId,
      isKnownToV2: memberships.isKnownToV2,
    })
    .from(chainProfiles)
    .leftJoin(
      memberships,
      and(eq(memberships.chainId, chainProfiles.chainId), eq(memberships.accountId, chainProfiles.accountId)),
    )
    .where(isPerson);
  return found;
}

type PersonElsewhere = Omit<KnownPerson, 'email' | 'membershipId' | 'isKnownToV2'>;

/** The profiles with this e-mail address in other chains, oldest first. */
export async function findProfilesOfOtherChains(sql: Sql, email: string): Promise<PersonElsewhere[]> {
  // a database function, because row-level security hides the rows of other chains
  const { rows } = await sql.execute<{ [Column in keyof PersonElsewhere]: PersonElsewhere[Column] }>(raw`
    SELECT account_id AS "accountId", first_name AS "firstName", last_name AS "lastName", date_of_birth AS "dateOfBirth"
    FROM profiles_of_other_chains(${email})`);
  return rows;
}

/**
 * Rejects a new e-mail address or membership id that an account cannot have. Unchanged values are not checked.
 * @throws 403 for a blacklisted address, 409 for a value that belongs to another person
 */
export async function refuseIdentityConflicts(
  sql: Sql,
  call: Call,
  { accountId, email: emailBefore }: ChainProfile,
  { email, membershipId }: { email?: string | undefined; membershipId?: string | undefined },
): Promise<void> {
  const holder = membershipId ? await findMemberOfId(sql, call.chainId, membershipId) : undefined;
  if (holder && holder.accountId !== accountId) {
    throw membershipExists(call, 'The membership id belongs to another account.', holder);
  }
  if (!email || email.toLowerCase() === emailBefore.toLowerCase()) return;
  await refuseBlacklistedEmail(sql, email);
  const here = await findProfileOfEmail(sql, call.chainId, email);
  if (here && isHidden(call, here)) throw usedByAnother();
  if (here) throw new PlatformError('userEmailConflict', 'The e-mail address belongs to another account of the chain.');
  const elsewhere = await findProfilesOfOtherChains(sql, email);
  if (elsewhere.some((profile) => profile.accountId !== accountId)) throw emailOfAnotherAccount();
}

/** @throws 403 forbiddenAction for a blacklisted address */
export async function refuseBlacklistedEmail(sql: Sql, email: string): Promise<void> {
  const [listed] = await sql
    .select()
    .from(blacklistedEmails)
    .where(eq(blacklistedEmails.emailHash, sha256(email.toLowerCase())));
  if (listed) throw new PlatformError('forbiddenAction', 'The e-mail address is blacklisted.');
}

type Holder = Pick<KnownPerson, 'accountId' | 'isKnownToV2'>;

/** Whether the caller's interface does not see a member. For version 2, these are members who are not migrated. */
export const isHidden = ({ seesUnmigrated }: Call, { isKnownToV2 }: Pick<Holder, 'isKnownToV2'>): boolean =>
  isKnownToV2 === false && !seesUnmigrated;

/** The conflict error. It names the other member unless the caller does not see them. */
export const membershipExists = (call: Call, message: string, holder: Holder): PlatformError =>
  isHidden(call, holder)
    ? usedByAnother()
    : new PlatformError('membershipExists', message, { metadata: { accountId: holder.accountId } });

export const emailOfAnotherAccount = () =>
  new PlatformError('userEmailUsedByAnotherAccountConflict', 'The e-mail address belongs to another account.');

const usedByAnother = () =>
  new PlatformError('generalConflict', 'The e-mail address or the membership id belongs to somebody else.');
