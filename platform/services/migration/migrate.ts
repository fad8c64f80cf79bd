import { sql as raw } from 'drizzle-orm';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import { notFound } from '#platform/base/errors.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import { postgresZone } from '#platform/services/analytics/postgres-zone.ts';
import type { Call } from '#platform/services/call.ts';
import { requireMember } from '#platform/services/members/find.ts';
import { toMemberAccount } from '#platform/services/members/member.ts';
import { revealTasks } from '#platform/services/tasks/reveal.ts';

const accountOfLegacyUser: NamedStatement = {
  name: 'account_of_legacy_user',
  text: `SELECT p.account_id AS "accountId", g.time_zone AS "timeZone" FROM chain_profiles p
    LEFT JOIN memberships m ON m.chain_id = p.chain_id AND m.account_id = p.account_id
    LEFT JOIN gyms g ON g.chain_id = m.chain_id AND g.gym_id = m.gym_id
    WHERE p.chain_id = $1 AND p.legacy_user_id = $2`,
};

/**
 * A contract without a first day starts on the day of the first publish, but never after its end. Version 2 requires
 * a membership type; without one, the plainest type is set.
 */
const makeKnownToV2 = (chainId: string, accountId: string, timeZone: string, now: Date) => raw`
    UPDATE memberships m
    SET is_known_to_v2 = true, updated_at = ${now}, membership_type = coalesce(membership_type, 'BASIC'),
      start_of_contract = coalesce(start_of_contract, least((m.created_at AT TIME ZONE ${postgresZone(timeZone)})::date, end_of_contract))
    WHERE m.chain_id = ${chainId} AND m.account_id = ${accountId} AND NOT m.is_known_to_v2`;

/**
 * Migrates a member who was published through the legacy interface to version 2. Idempotent.
 * @throws 404 ACCOUNT if the chain does not know the user id, 404 MEMBERSHIP for a former member
 */
export async function migrateMember(call: Call, legacyUserId: number): Promise<MemberAccount> {
  if (!Number.isSafeInteger(legacyUserId)) throw notFound('ACCOUNT');
  const { db, chainId, clock } = call;
  const [user] = await db.find<{ accountId: string; timeZone: string | null }>(accountOfLegacyUser, [
    chainId,
    legacyUserId,
  ]);
  if (!user) throw notFound('ACCOUNT');
  await db.transaction(async (sql) => {
    const { rowCount } = await sql.execute(makeKnownToV2(chainId, user.accountId, user.timeZone ?? 'UTC', clock()));
    if (rowCount === 1) await revealTasks(sql, call, user.accountId);
  });
  return toMemberAccount(await requireMember(call, { by: 'accountId', accountId: user.accountId }), clock());
}
