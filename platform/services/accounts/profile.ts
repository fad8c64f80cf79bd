import type { MemberInformation } from '#contracts/v1/members.ts';
import { notFound } from '#platform/base/errors.ts';
import type { Call } from '#platform/services/call.ts';
import { type MemberKey, requireMember } from '#platform/services/members/find.ts';
import { findPublishedMember, toMemberInformation } from '#platform/services/members/published-member.ts';

/**
 * The gym interface's response about a member of the chain.
 * @throws 404 as every look-up
 */
export async function getProfile(call: Call, key: MemberKey): Promise<MemberInformation> {
  const { accountId } = await requireMember(call, key);
  const member = await findPublishedMember(call, { by: 'accountId', accountId });
  if (!member) throw notFound('ACCOUNT');
  return toMemberInformation(member);
}
