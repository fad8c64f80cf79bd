import type { MemberAccount, MemberAccountRequest } from '#contracts/v2/accounts.ts';
import type { Sql } from '#platform/db/client.ts';
import { retryOnCollision } from '#platform/db/collisions.ts';
import type { Call } from '#platform/services/call.ts';
import { refuseIdentityConflicts } from '#platform/services/members/conflicts.ts';
import { requireMember } from '#platform/services/members/find.ts';
import { type LockedMember, lockMember } from '#platform/services/members/lock.ts';
import { toMemberAccount } from '#platform/services/members/member.ts';
import { countGuess } from '#platform/services/tans/guesses.ts';
import { claimTan } from './claim-tan.ts';
import { toMembershipColumns, toProfileColumns } from './columns.ts';
import { lockEmail } from './join.ts';
import { changeMember } from './write.ts';

/**
 * Replaces everything a chain knows of a member. Fields that are missing from the request are cleared.
 * @throws 400 for a missing TAN, 404 TAN, 429 for wrong TANs, 409 tanAssociatedWithAnotherAccount; 409 userEmailConflict,
 * userEmailUsedByAnotherAccountConflict (in another chain) or membershipExists if another account has the e-mail address or the
 * membership id
 */
export async function replaceAccount(
  call: Call,
  accountId: string,
  request: MemberAccountRequest,
): Promise<MemberAccount> {
  const tan = request.membership.membershipType === 'CORPORATE_FITNESS' ? request.membership.verificationTAN : null;
  await countGuess(call, { tan, holder: { accountId: accountId.toLowerCase() } });
  await retryOnCollision(() =>
    call.db.transaction(async (sql) => {
      await lockEmail(sql, request.email);
      const member = await lockMember(sql, call, accountId);
      const tan = await readTan(sql, member, request);
      await refuseIdentityConflicts(sql, call, member.profile, {
        email: request.email,
        membershipId: request.membership.membershipId,
      });
      await changeMember(sql, call, member, {
        profile: toProfileColumns(request),
        membership: { ...toMembershipColumns(request), tan },
      });
    }),
  );
  return toMemberAccount(await requireMember(call, { by: 'accountId', accountId }), call.clock());
}

/** A membership that becomes corporate needs a TAN. One that is corporate already may get another. */
async function readTan(
  sql: Sql,
  { profile, membership }: LockedMember,
  { membership: wanted }: MemberAccountRequest,
): Promise<string | null> {
  if (wanted.membershipType !== 'CORPORATE_FITNESS') return null;
  const wasCorporate = membership.membershipType === 'CORPORATE_FITNESS';
  if (wasCorporate && !wanted.verificationTAN) return membership.tan;
  return claimTan(sql, profile.accountId, wanted.verificationTAN);
}
