import type { AccountPage, ListAccountsQuery } from '#contracts/v2/accounts.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { type MemberRow, memberColumns, toMemberAccount } from './member.ts';

/** Two pairs of statements, not one with a condition: each can then use the index made for it. */
const statementsOf = { chain: listStatements('chain'), gym: listStatements('gym') };

function listStatements(scope: 'chain' | 'gym'): { count: NamedStatement; page: NamedStatement } {
  const ofGym = scope === 'gym' ? 'AND m.gym_id = $4' : '';
  const nextParameter = scope === 'gym' ? 5 : 4;
  const filter = `m.chain_id = $1 ${ofGym} AND m.is_known_to_v2
    AND ($2::timestamptz IS NULL OR m.updated_at >= $2) AND ($3::timestamptz IS NULL OR m.updated_at <= $3)`;
  return {
    count: {
      name: `count_members_of_${scope}`,
      text: `SELECT count(*)::int AS total FROM memberships m WHERE ${filter}`,
    },
    page: {
      name: `page_of_members_of_${scope}`,
      text: `SELECT ${memberColumns} FROM (
          SELECT * FROM memberships m WHERE ${filter}
          ORDER BY m.updated_at DESC, m.account_id DESC LIMIT $${nextParameter} OFFSET $${nextParameter + 1}
        ) m
        JOIN chain_profiles p ON p.chain_id = m.chain_id AND p.account_id = m.account_id
        LEFT JOIN tans t ON t.tan = m.tan
        LEFT JOIN gyms g ON g.chain_id = m.chain_id AND g.gym_id = m.gym_id
        ORDER BY m.updated_at DESC, m.account_id DESC`,
    },
  };
}

/** Members of the gym or the chain, newest change first. */
export async function listAccounts(
  { db, chainId, gymId, clock }: Call,
  query: ListAccountsQuery,
): Promise<AccountPage> {
  const { count, page } = query.currentGymOnly ? statementsOf.gym : statementsOf.chain;
  const times = [toInstant(query.fromTimestamp), toInstant(query.toTimestamp)];
  const filters = [chainId, ...times, ...(query.currentGymOnly ? [gymId] : [])];
  const [counted] = await db.find<{ total: number }>(count, filters);
  const total = counted?.total ?? 0;
  const rows = await db.find<MemberRow>(page, [...filters, query.limit, query.offset]);
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
