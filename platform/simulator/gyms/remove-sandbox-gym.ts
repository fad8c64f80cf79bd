import { and, eq, inArray, isNull, sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { tans } from '#platform/db/schema/accounts.ts';
import { chains, gyms } from '#platform/db/schema/chains.ts';
import { accessTokens, apiKeys } from '#platform/db/schema/keys.ts';
import { owners } from '#platform/db/schema/owners.ts';
import { sandboxGyms, sandboxOwnerLinks } from '#platform/db/schema/sandbox.ts';
import { changeDespiteRequests } from '#platform/services/sandbox/change-despite-requests.ts';
import { removeFaultsOfGyms } from '#platform/services/sandbox/faults/remove-of-gyms.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import { removeAccountsOfNobody, removeAllRows, removeMembers } from './chain-rows.ts';
import { listSandboxGyms } from './list-sandbox-gyms.ts';

/** @returns whether it was a gym that a client of the sandbox had made; it is gone then, with everything that belonged to it */
export async function removeSandboxGym(sandbox: Sandbox, gymId: string): Promise<boolean> {
  await revokeCredentials(sandbox, gymId);
  return changeDespiteRequests(sandbox, (sql) => removeRows(sql, gymId));
}

/** Removes all gyms that clients of the sandbox have made. @returns how many */
export async function removeSandboxGyms(sandbox: Sandbox): Promise<number> {
  const made = await listSandboxGyms(sandbox);
  let removed = 0;
  for (const { gymId } of made) if (await removeSandboxGym(sandbox, gymId)) removed += 1;
  return removed;
}

/** So that no further request of the gym begins. */
function revokeCredentials({ database }: Sandbox, gymId: string): Promise<void> {
  return database.transaction(async (sql) => {
    const made = sql.select({ gymId: sandboxGyms.gymId }).from(sandboxGyms).where(eq(sandboxGyms.gymId, gymId));
    await sql.delete(accessTokens).where(inArray(accessTokens.gymId, made));
    await sql
      .update(apiKeys)
      .set({ revokedAt: raw`now()` })
      .where(and(inArray(apiKeys.gymId, made), isNull(apiKeys.revokedAt)));
  });
}

async function removeRows(sql: Sql, gymId: string): Promise<boolean> {
  const [made] = await sql.delete(sandboxGyms).where(eq(sandboxGyms.gymId, gymId)).returning();
  if (!made) return false;
  await removeFaultsOfGyms(sql, [gymId]);
  const [gym] = await sql.select().from(gyms).where(eq(gyms.gymId, gymId)).for('update');
  if (gym) {
    const emails = sql.select({ email: owners.email }).from(owners).where(eq(owners.chainId, gym.chainId));
    await sql.delete(sandboxOwnerLinks).where(inArray(sandboxOwnerLinks.email, emails));
    await removeChain(sql, gym.chainId);
  }
  await sql.delete(tans).where(and(inArray(tans.tan, made.tans), isNull(tans.accountId)));
  return true;
}

/** Deletes every row of a chain. Members first: triggers write about their end into other tables of the chain. */
async function removeChain(sql: Sql, chainId: string): Promise<void> {
  const accountIds = await removeMembers(sql, chainId);
  await removeAllRows(sql, chainId);
  await sql.delete(gyms).where(eq(gyms.chainId, chainId));
  await sql.delete(chains).where(eq(chains.chainId, chainId));
  await removeAccountsOfNobody(sql, accountIds);
}
