import { and, eq, inArray, sql as statement } from 'drizzle-orm';
import type { Temporal } from 'temporal-polyfill';
import type { Sql } from '#platform/db/client.ts';
import { memberships } from '#platform/db/schema/accounts.ts';
import { clubDay, midnightOf } from './calendar.ts';
import { demoCardHolders } from './demo-card-holders.ts';
import { demoChain } from './demo-gyms.ts';

/** Includes the membership type, so that a caller asks for admission if needed. */
type ExpectedMember = { accountId: string; isCorporate: boolean };

/**
 * Members of a demo gym who have trained there before, are entitled today, and have not come yet. Holders of demo
 * cards are excluded: a visitor scans their cards.
 */
export async function findExpectedMembers(sql: Sql, gymId: string, now: Date): Promise<ExpectedMember[]> {
  const today = clubDay(now);
  const day = today.toString();
  const { rows } = await sql.execute<ExpectedMember>(statement`
    SELECT m.account_id AS "accountId", m.membership_type = 'CORPORATE_FITNESS' AS "isCorporate"
    FROM memberships m LEFT JOIN tans t ON t.tan = m.tan
    WHERE m.chain_id = ${demoChain.chainId} AND m.gym_id = ${gymId} AND m.is_known_to_v2
      AND m.membership_id NOT IN ${namedMembershipIds(today)}
      AND m.start_of_contract <= ${day} AND (m.end_of_contract IS NULL OR m.end_of_contract >= ${day})
      AND (m.membership_type <> 'CORPORATE_FITNESS'
        OR (t.starts_on <= ${day} AND (t.ends_on IS NULL OR t.ends_on >= ${day}) AND NOT t.is_plus1))
      AND EXISTS (
        SELECT FROM visits v
        WHERE v.chain_id = m.chain_id AND v.gym_id = m.gym_id AND v.account_id = m.account_id)
      AND NOT EXISTS (
        SELECT FROM visits v
        WHERE v.chain_id = m.chain_id AND v.account_id = m.account_id
          AND v.occurred_at >= ${midnightOf(today)})
    ORDER BY m.account_id`);
  return rows;
}

/** The accounts of the holders of demo cards, except those that a visitor deleted. */
export async function findDemoCardHolders(sql: Sql, now: Date): Promise<ReadonlySet<string>> {
  const named = namedMembershipIds(clubDay(now));
  const found = await sql
    .select({ accountId: memberships.accountId })
    .from(memberships)
    .where(and(eq(memberships.chainId, demoChain.chainId), inArray(memberships.membershipId, named)));
  return new Set(found.map(({ accountId }) => accountId));
}

const namedMembershipIds = (today: Temporal.PlainDate) =>
  demoCardHolders(today).map(({ membershipId }) => membershipId);
