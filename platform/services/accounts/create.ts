import type { MemberAccount, MemberAccountRequest } from '#contracts/v2/accounts.ts';
import type { Sql } from '#platform/db/client.ts';
import { retryOnCollision } from '#platform/db/collisions.ts';
import type { Call } from '#platform/services/call.ts';
import {
  findMemberOfId,
  findProfileOfEmail,
  isHidden,
  membershipExists,
  refuseBlacklistedEmail,
  refuseIdentityConflicts,
} from '#platform/services/members/conflicts.ts';
import { requireMember } from '#platform/services/members/find.ts';
import { lockMember } from '#platform/services/members/lock.ts';
import { toMemberAccount } from '#platform/services/members/member.ts';
import { isSamePerson } from '#platform/services/members/same-person.ts';
import { countGuess } from '#platform/services/tans/guesses.ts';
import { revealTasks } from '#platform/services/tasks/reveal.ts';
import { addStranger } from './add-stranger.ts';
import { claimTan, requireTan } from './claim-tan.ts';
import { toMembershipColumns, toProfileColumns } from './columns.ts';
import { addAccount, addMembership, addProfile, findReturningAccount, lockEmail } from './join.ts';
import { writeMember } from './write.ts';

/**
 * Makes a person a member of the calling gym. A person who has an account already keeps it. A member who was
 * published through version 1 is migrated.
 * @throws 403, 404 TAN, 429 for wrong TANs, and 409, in this order: membershipExists for the membership id, then for the e-mail address of
 * a member; forbiddenAccountMerge for that of another person in this chain without a membership;
 * userEmailUsedByAnotherAccountConflict for that of another person elsewhere. 409 generalConflict for a conflict with a member whom
 * version 2 does not see yet
 */
export async function createAccount(call: Call, request: MemberAccountRequest): Promise<MemberAccount> {
  const tan = isCorporate(request) ? requireTan(request.membership.verificationTAN) : null;

  await countGuess(call, { tan, holder: { ...request, membershipId: request.membership.membershipId } });
  const added = tan === null ? await addStranger(call, request) : undefined;
  if (added) return toMemberAccount(added, call.clock());
  const accountId = await retryOnCollision(() =>
    call.db.transaction(async (sql) => {
      await lockEmail(sql, request.email);
      await refuseBlacklistedEmail(sql, request.email);
      const unmigrated = await findUnmigratedSelf(sql, call, request);
      return unmigrated ? takeOver(sql, call, unmigrated, request) : addMember(sql, call, request);
    }),
  );
  return toMemberAccount(await requireMember(call, { by: 'accountId', accountId }), call.clock());
}

const isCorporate = ({ membership }: MemberAccountRequest) => membership.membershipType === 'CORPORATE_FITNESS';

/**
 * The member of the request, if they exist but are not migrated yet, found by membership id or e-mail address.
 * @throws 409 if either belongs to another member
 */
async function findUnmigratedSelf(sql: Sql, call: Call, request: MemberAccountRequest): Promise<string | undefined> {
  const ofId = await findMemberOfId(sql, call.chainId, request.membership.membershipId);
  if (ofId && !(isHidden(call, ofId) && isSamePerson(ofId, request))) {
    throw membershipExists(call, 'The membership id belongs to another account.', ofId);
  }
  const ofEmail = await findProfileOfEmail(sql, call.chainId, request.email);
  const isTheirs = ofEmail && isHidden(call, ofEmail) && isSamePerson(ofEmail, request);
  if (ofEmail?.membershipId && !isTheirs) {
    throw membershipExists(call, 'The e-mail address belongs to a member.', ofEmail);
  }
  return ofId?.accountId ?? (isTheirs ? ofEmail.accountId : undefined);
}

/** Migrates a member by creating them in version 2: the request replaces the published data. */
async function takeOver(sql: Sql, call: Call, accountId: string, request: MemberAccountRequest): Promise<string> {
  const { profile, membership } = await lockMember(sql, { ...call, seesUnmigrated: true }, accountId);
  if (membership.isKnownToV2) throw membershipExists(call, 'The person is a member.', membership);
  await refuseIdentityConflicts(sql, call, profile, {
    email: request.email,
    membershipId: request.membership.membershipId,
  });
  const tan = await readTan(sql, accountId, request);
  await writeMember(sql, call, accountId, {
    profile: toProfileColumns(request),
    membership: { ...toMembershipColumns(request), tan, gymId: call.gymId, isKnownToV2: true },
  });
  await revealTasks(sql, call, accountId);
  return accountId;
}

async function addMember(sql: Sql, call: Call, request: MemberAccountRequest): Promise<string> {
  const account = (await findReturningAccount(sql, call, request)) ?? (await addAccount(sql, call));
  const tan = await readTan(sql, account.accountId, request);
  await addProfile(sql, call, account, toProfileColumns(request));
  await addMembership(sql, call, account.accountId, { ...toMembershipColumns(request), tan });
  return account.accountId;
}

const readTan = async (sql: Sql, accountId: string, request: MemberAccountRequest): Promise<string | null> =>
  isCorporate(request) ? claimTan(sql, accountId, request.membership.verificationTAN) : null;
