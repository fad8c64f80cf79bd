import { and, eq, sql as raw } from 'drizzle-orm';
import { PlatformError } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { StaleRead } from '#platform/db/collisions.ts';
import { accounts, chainProfiles, memberships } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';
import {
  emailOfAnotherAccount,
  findProfileOfEmail,
  findProfilesOfOtherChains,
  membershipExists,
} from '#platform/services/members/conflicts.ts';
import { isSamePerson, type PersonalName } from '#platform/services/members/same-person.ts';

export interface NumberedAccount {
  accountId: string;
  legacyUserId: number;
}

/**
 * Serializes all transactions that use this e-mail address for a new member, or as a member's new address, in all
 * chains. Without the lock, two concurrent transactions would each find no profile of it, and two accounts would get
 * one address. Taken before the look-up, so that a transaction that waited finds the row of the other one.
 */
export const lockEmail = (sql: Sql, email: string) => sql.execute(raw`SELECT lock_new_email(${email})`);

/**
 * The existing account that a new member's e-mail address belongs to. Steps 2 to 4 of the conflicts.
 * @throws 409 if the address belongs to a member, or to another person
 */
export async function findReturningAccount(
  sql: Sql,
  call: Call,
  person: PersonalName & { email: string },
): Promise<NumberedAccount | undefined> {
  const here = await findProfileOfEmail(sql, call.chainId, person.email);
  if (here?.membershipId) throw membershipExists(call, 'The e-mail address belongs to a member.', here);
  if (here) {
    if (isSamePerson(here, person)) return numberOf(sql, here.accountId);
    throw new PlatformError('forbiddenAccountMerge', 'The e-mail address belongs to a former member of another name.');
  }

  const elsewhere = await findProfilesOfOtherChains(sql, person.email);
  const same = elsewhere.find((profile) => isSamePerson(profile, person));
  if (same) {
    await refuseMemberUnderOtherEmail(sql, call, same.accountId);
    return numberOf(sql, same.accountId);
  }
  if (elsewhere.length > 0) throw emailOfAnotherAccount();
  return undefined;
}

/**
 * The chain may have a profile of the person of step 4 already, under another e-mail address than the other chain
 * has.
 */
async function refuseMemberUnderOtherEmail(sql: Sql, call: Call, accountId: string): Promise<void> {
  const isTheirs = and(eq(memberships.chainId, call.chainId), eq(memberships.accountId, accountId));
  const [member] = await sql.select().from(memberships).where(isTheirs);
  if (member) throw membershipExists(call, 'The person is a member under another e-mail address.', member);
}

async function numberOf(sql: Sql, accountId: string): Promise<NumberedAccount> {
  const [found] = await sql.select().from(accounts).where(eq(accounts.accountId, accountId));
  if (!found) throw new StaleRead('The account was erased after its profile was read.');
  return found;
}

export async function addAccount(sql: Sql, { ids, clock }: Call): Promise<NumberedAccount> {
  const [added] = await sql.insert(accounts).values({ accountId: ids.uuid(), createdAt: clock() }).returning();
  if (!added) throw new Error('The account was not inserted.');
  return added;
}

type Keys = 'chainId' | 'accountId' | 'createdAt';
type NewProfile = Omit<typeof chainProfiles.$inferInsert, Keys | 'legacyUserId'>;
export type NewMembership = Omit<typeof memberships.$inferInsert, Keys | 'gymId' | 'updatedAt'>;

/** Adds an account's profile to the chain. If the chain has one already, the given fields are replaced. */
export async function addProfile(
  sql: Sql,
  { chainId, clock }: Call,
  { accountId, legacyUserId }: NumberedAccount,
  profile: NewProfile,
): Promise<void> {
  await sql
    .insert(chainProfiles)
    .values({ chainId, accountId, legacyUserId, createdAt: clock(), ...profile })
    .onConflictDoUpdate({ target: [chainProfiles.chainId, chainProfiles.accountId], set: profile });
}

/** Makes a person with a profile in the chain a member of the calling gym. */
export async function addMembership(
  sql: Sql,
  { chainId, gymId, clock }: Call,
  accountId: string,
  membership: NewMembership,
): Promise<void> {
  const now = clock();
  await sql.insert(memberships).values({ chainId, accountId, gymId, ...membership, createdAt: now, updatedAt: now });
}
