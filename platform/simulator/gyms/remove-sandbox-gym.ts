import { and, eq, inArray, isNull, sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { isCollision } from '#platform/db/collisions.ts';
import { accounts, chainProfiles, tans } from '#platform/db/schema/accounts.ts';
import { chains, gyms } from '#platform/db/schema/chains.ts';
import { accessTokens, apiKeys } from '#platform/db/schema/keys.ts';
import { owners } from '#platform/db/schema/owners.ts';
import { sandboxFaults, sandboxGyms, sandboxOwnerLinks } from '#platform/db/schema/sandbox.ts';
import { faultRule } from '#platform/services/sandbox/fault-rule.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';

/** @returns whether it was a gym that a client of the sandbox had made; it is gone then, with everything that belonged to it */
export async function removeSandboxGym(sandbox: Sandbox, gymId: string): Promise<boolean> {
  const keyIds = await revokeCredentials(sandbox, gymId);
  for (let tries = 1; ; tries += 1) {
    try {
      return await removeRows(sandbox, gymId, keyIds);
    } catch (error) {
      if (tries === mostTries || !isCollision(error)) throw error;
    }
  }
}

/** Requests that were under way lock rows of the gym in another order. */
const mostTries = 10;

/** So that no further request of the gym begins. */
function revokeCredentials({ database }: Sandbox, gymId: string): Promise<string[]> {
  return database.transaction(async (sql) => {
    const made = sql.select({ gymId: sandboxGyms.gymId }).from(sandboxGyms).where(eq(sandboxGyms.gymId, gymId));
    await sql.delete(accessTokens).where(inArray(accessTokens.gymId, made));
    const keys = await sql
      .update(apiKeys)
      .set({ revokedAt: raw`now()` })
      .where(inArray(apiKeys.gymId, made))
      .returning({ keyId: apiKeys.keyId });
    return keys.map(({ keyId }) => keyId);
  });
}

function removeRows(sandbox: Sandbox, gymId: string, keyIds: readonly string[]): Promise<boolean> {
  return sandbox.change(async (sql) => {
    const [made] = await sql.delete(sandboxGyms).where(eq(sandboxGyms.gymId, gymId)).returning();
    if (!made) return false;
    const [gym] = await sql.select().from(gyms).where(eq(gyms.gymId, gymId)).for('update');
    if (gym) {
      const emails = sql.select({ email: owners.email }).from(owners).where(eq(owners.chainId, gym.chainId));
      await sql.delete(sandboxOwnerLinks).where(inArray(sandboxOwnerLinks.email, emails));
      await removeChain(sql, gym.chainId);
    }
    await sql.delete(tans).where(and(inArray(tans.tan, made.tans), isNull(tans.accountId)));
    await removeFaultsOf(sql, gymId, keyIds);
    return true;
  });
}

/** Reads the rules here: PostgreSQL can look into no JSON with a character that its texts cannot have. */
async function removeFaultsOf(sql: Sql, gymId: string, keyIds: readonly string[]): Promise<void> {
  const faults = await sql.select().from(sandboxFaults);
  const names = faults.flatMap(({ name, rule: stored }) => {
    const rule = faultRule.parse(stored);
    const isOfGym = rule.gymId === gymId || (rule.keyId !== undefined && keyIds.includes(rule.keyId));
    return isOfGym ? [name] : [];
  });
  if (names.length > 0) await sql.delete(sandboxFaults).where(inArray(sandboxFaults.name, names));
}

/** Deletes every row of a chain. Members first: triggers write about their end into other tables of the chain. */
async function removeChain(sql: Sql, chainId: string): Promise<void> {
  const people = await sql
    .delete(chainProfiles)
    .where(eq(chainProfiles.chainId, chainId))
    .returning({ accountId: chainProfiles.accountId });
  const { rows } = await sql.execute<{ name: string }>(raw`
    SELECT quote_ident(c.relname) AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'chain_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT IN ('chains', 'gyms')`);
  for (const { name } of rows) await sql.execute(raw`DELETE FROM ${raw.raw(name)} WHERE chain_id = ${chainId}`);
  await sql.delete(gyms).where(eq(gyms.chainId, chainId));
  await sql.delete(chains).where(eq(chains.chainId, chainId));
  const ids = people.map(({ accountId }) => accountId);
  const isOfNobody = raw`NOT EXISTS (SELECT FROM chain_profiles p WHERE p.account_id = ${accounts.accountId})`;
  if (ids.length > 0) await sql.delete(accounts).where(and(inArray(accounts.accountId, ids), isOfNobody));
}
