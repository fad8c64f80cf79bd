import { type AccountPage, type ListAccountsQuery, maxAccountsPerPage } from '#contracts/v2/accounts.ts';
import type { Call } from '#platform/services/call.ts';
import { joinEntitlement, type MemberRow, memberColumns, toMemberAccount } from '#platform/services/members/member.ts';
import type { PageEnd, PageEnds } from './page-ends.ts';

/**
 * Members of the gym or the chain, newest change first. A client that reads page after page continues after the last
 * member of the previous page (keyset pagination). Members added or removed in between then cause no gaps and no
 * duplicates.
 */
export async function listAccounts(call: Call, query: ListAccountsQuery, ends: PageEnds): Promise<AccountPage> {
  const { db, clock } = call;
  const { offset, limit } = query;
  const filter = filterOf(query, call);
  const count = async () => (await db.find<{ total: number }>(countOf(filter), filter.values))[0]?.total ?? 0;
  const list = JSON.stringify(filter);
  const after = ends.find(list, offset);
  // only an offset is counted from the nearer end of the list; for other pages, the total comes with the members
  const counted = offset === 0 || after ? undefined : await count();
  const keys = keysOf(filter, { offset, limit: limit + 1, total: counted ?? 0, after });
  const { values, ...statement } = membersOf(keys, filter, counted);
  const read = await db.find<ListedRow>(statement, values);
  const found = keys.last === undefined ? read : read.slice(-keys.last);
  const total = found[0]?.total ?? counted ?? (offset === 0 ? 0 : await count());
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasNext = found.length > limit;
  if (hasNext) keepPlaces(rows, offset, (place, before) => ends.keep(list, place, before));
  const now = clock();
  return {
    offset,
    limit,
    items: rows.map((row) => toMemberAccount(row, now)),
    total,
    hasNext,
    nextAfterId: hasNext ? last?.legacyUserId : undefined,
  };
}

/** Keeps every tenth place too: a client may step by less than a page, in tens, to overlap two pages. */
function keepPlaces(rows: readonly ListedRow[], offset: number, keep: (place: number, before: PageEnd) => void): void {
  for (const [index, { updatedAt, accountId }] of rows.entries()) {
    const place = offset + index + 1;
    if (place % 10 === 0 || index === rows.length - 1) keep(place, { updatedAt, accountId });
  }
}

interface ListedRow extends MemberRow {
  updatedAt: Date;
  /** Of the whole list. */
  total: number;
}

interface Filter {
  condition: string;
  /** Whether only members changed at some time are wanted. They are counted, all others are counted already. */
  isByTime: boolean;
  /** Part of the names of its statements: the same for the same condition. */
  name: string;
  /** The chain is the first value. */
  values: unknown[];
}

/** Members published through version 1 are listed once they are migrated. */
const isListed = 'm.is_known_to_v2';

/** Contains only the requested conditions, so that PostgreSQL plans with the index made for them. */
function filterOf(query: ListAccountsQuery, { chainId, gymId }: Call): Filter {
  const parts: string[] = [];
  const values: unknown[] = [];
  const require = (comparison: string, value: unknown) => {
    values.push(value);
    parts.push(`${comparison} $${values.length}`);
  };
  require('m.chain_id =', chainId);
  if (query.currentGymOnly) require('m.gym_id =', gymId);
  if (query.fromTimestamp) require('m.updated_at >=', new Date(query.fromTimestamp));
  if (query.toTimestamp) require('m.updated_at <=', new Date(query.toTimestamp));
  const times = [query.fromTimestamp, query.toTimestamp].map(Boolean);
  const name = [Boolean(query.currentGymOnly), ...times].join();
  return { condition: parts.join(' AND '), isByTime: times.includes(true), name, values };
}

const countOf = ({ condition, isByTime, name }: Filter) => ({
  name: `count of members, ${name}`,
  text: isByTime
    ? `SELECT count(*)::int AS total FROM memberships m WHERE ${isListed} AND ${condition}`
    : `SELECT coalesce(sum(m.members), 0)::int AS total FROM member_counts m WHERE ${condition}`,
});

interface Wanted {
  offset: number;
  limit: number;
  total: number;
  after: PageEnd | undefined;
}

interface Keys {
  /** Absent for a text that seldom comes again. */
  name?: string;
  text: string;
  values: unknown[];
  /** How many of the found members, from the end, belong to the page, at least one; all if absent. */
  last?: number;
}

/**
 * Selects the keys of the page from the index alone: after a known member, otherwise by offset from the nearer end of
 * the list. Limit and offset are literal numbers in the text: with parameters, a generic plan would read all rows to
 * return ten.
 */
function keysOf({ condition, name, values }: Filter, { offset, limit, total, after }: Wanted): Keys {
  const select = `SELECT m.account_id, m.updated_at FROM memberships m WHERE ${isListed} AND`;
  if (after) {
    const place = `(m.updated_at, m.account_id) < ($${values.length + 1}, $${values.length + 2})`;
    return {
      ...preparedAs(`members after one, ${name}`, limit),
      text: `${select} ${condition} AND ${place} ORDER BY m.updated_at DESC, m.account_id DESC LIMIT ${limit}`,
      values: [...values, after.updatedAt, after.accountId],
    };
  }
  const left = Math.max(0, total - offset);
  if (left < offset) {
    if (left > 0 && left <= limit && limit > maxAccountsPerPage) {
      // no fewer members than are left: the text is the same for the end of any list
      const text = `${select} ${condition} ORDER BY m.updated_at, m.account_id LIMIT ${limit}`;
      return { name: `members at the end, ${name}`, text, values, last: left };
    }
    const taken = Math.min(limit, left);
    return {
      text: `${select} ${condition} ORDER BY m.updated_at, m.account_id LIMIT ${taken} OFFSET ${left - taken}`,
      values,
    };
  }
  return {
    ...(offset === 0 && preparedAs(`members, ${name}`, limit)),
    text: `${select} ${condition} ORDER BY m.updated_at DESC, m.account_id DESC LIMIT ${limit} OFFSET ${offset}`,
    values,
  };
}

/** Only the largest page is prepared, which a sync reads: each limit is another statement. */
const preparedAs = (name: string, limit: number) => (limit > maxAccountsPerPage ? { name } : {});

/** @param counted the total, if it was counted before */
const membersOf = (keys: Keys, filter: Filter, counted?: number) => ({
  ...(keys.name !== undefined && { name: keys.name }),
  values: counted === undefined ? keys.values : [...keys.values, counted],
  text: `SELECT ${memberColumns}, m.updated_at AS "updatedAt",
      ${counted === undefined ? `(${countOf(filter).text})` : `$${keys.values.length + 1}::int`} AS total
    FROM (${keys.text}) k
    JOIN memberships m ON m.chain_id = $1 AND m.account_id = k.account_id
    JOIN chain_profiles p ON p.chain_id = m.chain_id AND p.account_id = m.account_id
    ${joinEntitlement}
    ORDER BY m.updated_at DESC, m.account_id DESC`,
});
