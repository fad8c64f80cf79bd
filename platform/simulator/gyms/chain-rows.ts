import { and, eq, inArray, sql as raw } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Sql } from '#platform/db/client.ts';
import { accounts, chainProfiles, tans } from '#platform/db/schema/accounts.ts';

/**
 * What a chain keeps when a sandbox sets it back: its gyms, what they offer, and what its clients sign in with. Triggers
 * keep the counts of members right.
 */
const kept = ['chains', 'gyms', 'products', 'api_keys', 'access_tokens', 'owners', 'member_counts'];

interface ChainTable {
  /** Quoted where SQL needs it. */
  name: string;
  /** Whether its rows are each about a member. */
  isOfMembers: boolean;
  /** Its rows are deleted with their member by a trigger. */
  isTraining: boolean;
}

/** All tables with rows of chains. A partition is reached through its table. */
async function listChainTables(sql: Sql): Promise<ChainTable[]> {
  const { rows } = await sql.execute<ChainTable & Record<string, unknown>>(raw`
    SELECT quote_ident(c.relname) AS name, c.relkind = 'p' AS "isTraining",
      EXISTS (SELECT FROM pg_attribute m WHERE m.attrelid = c.oid AND m.attname IN ('account_id', 'target_id')
        AND NOT m.attisdropped) AS "isOfMembers"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'chain_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`);
  return rows;
}

async function removeFrom(sql: Sql, chainId: string, tables: readonly ChainTable[]): Promise<void> {
  for (const { name } of tables) await sql.execute(raw`DELETE FROM ${raw.raw(name)} WHERE chain_id = ${chainId}`);
}

/**
 * Deletes members of a chain with everything that is theirs.
 * @param except the account ids of those who stay
 * @returns their account ids
 */
export async function removeMembers(sql: Sql, chainId: string, except: readonly string[] = []): Promise<string[]> {
  const people = await sql
    .delete(chainProfiles)
    .where(
      and(eq(chainProfiles.chainId, chainId), raw`${chainProfiles.accountId} <> ALL(${raw.param(except)}::uuid[])`),
    )
    .returning({ accountId: chainProfiles.accountId });
  return people.map(({ accountId }) => accountId);
}

/** Deletes those of the accounts that no chain knows any more. An entitlement that a gym of the sandbox has issued is free then. */
export async function removeAccountsOfNobody(sql: Sql, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  const isOfNobody = (accountId: PgColumn) =>
    and(
      inArray(accountId, [...accountIds]),
      raw`NOT EXISTS (SELECT FROM chain_profiles p WHERE p.account_id = ${accountId})`,
    );
  const isOfGym = raw`EXISTS (SELECT FROM sandbox_gyms g WHERE ${tans.tan} = ANY(g.tans))`;
  await sql
    .update(tans)
    .set({ accountId: null })
    .where(and(isOfNobody(tans.accountId), isOfGym));
  await sql.delete(accounts).where(isOfNobody(accounts.accountId));
}

/**
 * Deletes what members of a chain have, except their profiles and their training.
 * @param except tables that keep their rows
 */
export async function removeRowsOfMembers(sql: Sql, chainId: string, except: readonly string[]): Promise<void> {
  const tables = await listChainTables(sql);
  const isCleared = ({ name, isOfMembers, isTraining }: ChainTable) =>
    isOfMembers && !isTraining && !['chain_profiles', ...except].includes(name);
  await removeFrom(sql, chainId, tables.filter(isCleared));
}

/**
 * Deletes what gyms of a chain have beside their members, such as webhooks, files of the data export and metrics.
 * @param except tables that keep their rows
 */
export async function removeRowsOfGyms(sql: Sql, chainId: string, except: readonly string[] = []): Promise<void> {
  const tables = await listChainTables(sql);
  await removeFrom(
    sql,
    chainId,
    tables.filter(({ name, isOfMembers }) => !isOfMembers && ![...kept, ...except].includes(name)),
  );
}

/** Deletes every row of a chain but that of the chain and those of its gyms, after its members were removed. */
export async function removeAllRows(sql: Sql, chainId: string): Promise<void> {
  const tables = await listChainTables(sql);
  await removeFrom(
    sql,
    chainId,
    tables.filter(({ name }) => name !== 'chains' && name !== 'gyms'),
  );
}
