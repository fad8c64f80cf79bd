import type { AccountPage, ListAccountsQuery } from '#contracts/v2/accounts.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { type MemberRow, memberColumns, toMemberAccount } from './member.ts';

const filter = `m.chain_id = $1 AND m.is_known_to_v2 AND ($2::uuid IS NULL OR m.gym_id = $2)
  AND ($3::timestamptz IS NULL OR m.updated_at >= $3) AND ($4::timestamptz IS NULL OR m.updated_at <= $4)`;

const countMembers: NamedStatement = {
  name: 'count_members',
  text: `SELECT count(*)::int AS total FROM memberships m WHERE ${filter}`,
};

const pageOfMembers: NamedStatement = {
  name: 'page_of_members',
  text: `SELECT ${memberColumns} FROM (
      SELECT * FROM memberships m WHERE ${filter} ORDER BY m.updated_at DESC, m.account_id DESC LIMIT $5 OFFSET $6
    ) m
    JOIN chain_profiles p ON p.chain_id = m.chain_id AND p.account_id = m.account_id
    LEFT JOIN tans t ON t.tan = m.tan
    LEFT JOIN gyms g ON g.chain_id = m.chain_id AND g.gym_id = m.gym_id
    ORDER BY m.updated_at DESC, m.account_id DESC`,
};

/** Members of the gym or the chain, newest change first. */
export async function listAccounts(
  { db, chainId, gymId, clock }: Call,
  query: ListAccountsQuery,
): Promise<AccountPage> {
  const filters = [
    chainId,
    query.currentGymOnly ? gymId : null,
    toInstant(query.fromTimestamp),
    toInstant(query.toTimestamp),
  ];
  const [counted] = await db.find<{ total: number }>(countMembers, filters);
  const total = counted?.total ?? 0;
  const rows = await db.find<MemberRow>(pageOfMembers, [...filters, query.limit, query.offset]);
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

const toInstant = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));
