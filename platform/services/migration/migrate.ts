import type { MemberAccount } from '#contracts/v2/accounts.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import { notFound } from '#platform/errors.ts';
import { findKnownMember } from '#platform/services/accounts/find.ts';
import { toMemberAccount } from '#platform/services/accounts/member.ts';
import type { Call } from '#platform/services/call.ts';

const accountOfLegacyUser: NamedStatement = {
  name: 'account_of_legacy_user',
  text: 'SELECT account_id AS "accountId" FROM chain_profiles WHERE chain_id = $1 AND legacy_user_id = $2',
};

const makeKnownToV2: NamedStatement = {
  name: 'make_known_to_v2',
  text: `UPDATE memberships SET is_known_to_v2 = true, updated_at = $3
    WHERE chain_id = $1 AND account_id = $2 AND NOT is_known_to_v2`,
};

/**
 * Brings a member published through the legacy interface into version 2. Again, it changes nothing.
 * @throws 404 ACCOUNT for a user id that the chain does not know, 404 MEMBERSHIP for one who left
 */
export async function migrateMember(call: Call, legacyUserId: number): Promise<MemberAccount> {
  if (!Number.isSafeInteger(legacyUserId)) throw notFound('ACCOUNT');
  const { db, chainId, clock } = call;
  const [user] = await db.find<{ accountId: string }>(accountOfLegacyUser, [chainId, legacyUserId]);
  if (!user) throw notFound('ACCOUNT');
  await db.find(makeKnownToV2, [chainId, user.accountId, clock()]);
  return toMemberAccount(await findKnownMember(call, { by: 'accountId', accountId: user.accountId }), clock());
}
