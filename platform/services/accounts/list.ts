import type { AccountPage, ListAccountsQuery } from '#contracts/v2/accounts.ts';
import type { Statement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { type MemberRow, memberColumns, toMemberAccount } from './member.ts';

/** Members of the gym or the chain, newest change first. */
export async function listAccounts(
  { db, chainId, gymId, clock }: Call,
  query: ListAccountsQuery,
): Promise<AccountPage> {
  const { condition, values } = filterOf(query, chainId, gymId);
  const [counted] = await db.find<{ total: number }>(countOf(condition), values);
  const total = counted?.total ?? 0;
  const rows = await db.find<MemberRow>(pageOf(condition, query), values);
  const now = clock();
  const hasNext = query.offset + rows.length < total;
  return {
    offset: query.offset,
    limit: query.limit,
    items: rows.map((row) => toMemberAccount(row, now)),
    total,
    hasNext,
    nextAfterId: hasNext ? rows.at(-1)?.legacy_user_id : undefined,
  };
}

/** Only what is asked for stands in the condition, so that PostgreSQL plans with the index made for it. */
function filterOf(query: ListAccountsQuery, chainId: string, gymId: string) {
  const parts = ['m.is_known_to_v2'];
  const values: unknown[] = [];
  const require = (comparison: string, value: unknown) => {
    values.push(value);
    parts.push(`${comparison} $${values.length}`);
  };
  require('m.chain_id =', chainId);
  if (query.currentGymOnly) require('m.gym_id =', gymId);
  if (query.fromTimestamp) require('m.updated_at >=', new Date(query.fromTimestamp));
  if (query.toTimestamp) require('m.updated_at <=', new Date(query.toTimestamp));
  return { condition: parts.join(' AND '), values };
}

const countOf = (condition: string): Statement => ({
  text: `SELECT count(*)::int AS total FROM memberships m WHERE ${condition}`,
});

const order = 'ORDER BY m.updated_at DESC, m.account_id DESC';

/** Limit and offset stand in the text, being numbers: a plan for any limit would read all rows for ten. */
const pageOf = (condition: string, { limit, offset }: Pick<ListAccountsQuery, 'limit' | 'offset'>): Statement => ({
  text: `SELECT ${memberColumns}
    FROM (SELECT * FROM memberships m WHERE ${condition} ${order} LIMIT ${limit} OFFSET ${offset}) m
    JOIN chain_profiles p ON p.chain_id = m.chain_id AND p.account_id = m.account_id
    LEFT JOIN tans t ON t.tan = m.tan
    LEFT JOIN gyms g ON g.chain_id = m.chain_id AND g.gym_id = m.gym_id
    ${order}`,
});
