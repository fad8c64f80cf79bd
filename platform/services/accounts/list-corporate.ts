import type { MemberAccount } from '#contracts/v2/accounts.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { joinMembership, type MemberRow, memberColumns, toMemberAccount } from '#platform/services/members/member.ts';

const corporateMembersByEnd: NamedStatement = {
  name: 'corporate_members_by_end',
  text: `SELECT ${memberColumns} FROM chain_profiles p ${joinMembership}
    WHERE m.chain_id = $1 AND m.gym_id = $2 AND m.is_known_to_v2 AND m.membership_type = 'CORPORATE_FITNESS'
      AND t.ends_on BETWEEN $3 AND $4
    ORDER BY t.ends_on, p.account_id`,
};

/** Corporate members of the calling gym whose entitlement ends between two days, both inclusive. */
export async function listCorporateMembers(
  { db, chainId, gymId, clock }: Call,
  { endDateFrom, endDateTo }: { endDateFrom: string; endDateTo: string },
): Promise<MemberAccount[]> {
  const rows = await db.find<MemberRow>(corporateMembersByEnd, [chainId, gymId, endDateFrom, endDateTo]);
  const now = clock();
  return rows.map((row) => toMemberAccount(row, now));
}
