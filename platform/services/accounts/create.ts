import { and, eq } from 'drizzle-orm';
import type { MemberAccount, MemberAccountRequest } from '#contracts/v2/accounts.ts';
import type { Sql } from '#platform/db/client.ts';
import { retryOnCollision } from '#platform/db/collisions.ts';
import { accounts, chainProfiles, memberships } from '#platform/db/schema/accounts.ts';
import { PlatformError } from '#platform/errors.ts';
import type { Call } from '#platform/services/call.ts';
import { claimTan, requireTan } from './claim-tan.ts';
import { toMembershipColumns, toProfileColumns } from './columns.ts';
import {
  findProfileOfEmail,
  findProfilesOfOtherChains,
  membershipExists,
  refuseBlacklistedEmail,
  refuseTakenMembershipId,
} from './conflicts.ts';
import { findKnownMember } from './find.ts';
import { toMemberAccount } from './member.ts';
import { isSamePerson } from './same-person.ts';

/**
 * Makes a person a member of the calling gym. Someone the platform knows already keeps their account.
 * @throws 403, 404 TAN and the four conflicts of behaviour sheet, "Accounts", in that order
 */
export async function createAccount(call: Call, request: MemberAccountRequest): Promise<MemberAccount> {
  const isCorporate = request.membership.membershipType === 'CORPORATE_FITNESS';
  if (isCorporate) requireTan(request.membership.verificationTAN);

  const accountId = await retryOnCollision(() =>
    call.db.transaction(async (sql) => {
      await refuseBlacklistedEmail(sql, request.email);
      await refuseTakenMembershipId(sql, call.chainId, request.membership.membershipId);
      const member = (await findAccountToTakeOver(sql, call, request)) ?? (await addAccount(sql, call));
      await addMembership(sql, call, request, member, isCorporate);
      return member.accountId;
    }),
  );
  return toMemberAccount(await findKnownMember(call, { by: 'accountId', accountId }), call.clock());
}

interface NumberedAccount {
  accountId: string;
  legacyUserId: number;
}

/** The account that the e-mail address already leads to. Steps 2 to 4 of the conflicts. */
async function findAccountToTakeOver(
  sql: Sql,
  { chainId }: Call,
  request: MemberAccountRequest,
): Promise<NumberedAccount | undefined> {
  const here = await findProfileOfEmail(sql, chainId, request.email);
  if (here?.hasMembership) throw membershipExists('The e-mail address belongs to a member.', here.accountId);
  if (here) {
    if (isSamePerson(here, request)) return numberOf(sql, here.accountId);
    throw new PlatformError('forbiddenAccountMerge', 'The e-mail address belongs to a former member of another name.');
  }

  const elsewhere = await findProfilesOfOtherChains(sql, request.email);
  const same = elsewhere.find((profile) => isSamePerson(profile, request));
  if (same) {
    await refuseMemberUnderOtherEmail(sql, chainId, same.accountId);
    return numberOf(sql, same.accountId);
  }
  if (elsewhere.length > 0) {
    throw new PlatformError('userEmailUsedByAnotherAccountConflict', 'The e-mail address belongs to another account.');
  }
  return undefined;
}

/** The chain may know the person of step 4 already, by another e-mail address than the other chain does. */
async function refuseMemberUnderOtherEmail(sql: Sql, chainId: string, accountId: string): Promise<void> {
  const isTheirs = and(eq(memberships.chainId, chainId), eq(memberships.accountId, accountId));
  const [member] = await sql.select({ accountId: memberships.accountId }).from(memberships).where(isTheirs);
  if (member) throw membershipExists('The person is a member under another e-mail address.', accountId);
}

async function numberOf(sql: Sql, accountId: string): Promise<NumberedAccount> {
  const [found] = await sql.select().from(accounts).where(eq(accounts.accountId, accountId));
  if (!found) throw new Error('A chain profile has no account.');
  return found;
}

async function addAccount(sql: Sql, { ids, clock }: Call): Promise<NumberedAccount> {
  const [added] = await sql.insert(accounts).values({ accountId: ids.uuid(), createdAt: clock() }).returning();
  if (!added) throw new Error('The account was not inserted.');
  return added;
}

async function addMembership(
  sql: Sql,
  { chainId, gymId, clock }: Call,
  request: MemberAccountRequest,
  { accountId, legacyUserId }: NumberedAccount,
  isCorporate: boolean,
): Promise<void> {
  const now = clock();
  const profile = toProfileColumns(request);
  await sql
    .insert(chainProfiles)
    .values({ chainId, accountId, legacyUserId, createdAt: now, ...profile })
    .onConflictDoUpdate({ target: [chainProfiles.chainId, chainProfiles.accountId], set: profile });
  const tan = isCorporate ? await claimTan(sql, accountId, request.membership.verificationTAN) : null;
  await sql.insert(memberships).values({
    chainId,
    accountId,
    gymId,
    ...toMembershipColumns(request),
    tan,
    createdAt: now,
    updatedAt: now,
  });
}
