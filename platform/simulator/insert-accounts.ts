import { sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { accounts } from '#platform/db/schema/accounts.ts';

interface NumberedAccount {
  accountId: string;
  /** Its number in version 1. */
  legacyUserId: number;
}

/** Creates those of the accounts that do not exist. @returns all of them, in the given order */
export async function insertAccounts(
  sql: Sql,
  wanted: readonly { accountId: string; createdAt: Date }[],
): Promise<NumberedAccount[]> {
  const numbered = await sql
    .insert(accounts)
    .values(wanted.map(({ accountId, createdAt }) => ({ accountId, createdAt })))
    .onConflictDoUpdate({ target: accounts.accountId, set: { createdAt: raw`excluded.created_at` } })
    .returning();
  const numbers = new Map(numbered.map(({ accountId, legacyUserId }) => [accountId, legacyUserId]));
  return wanted.map(({ accountId }) => {
    const legacyUserId = numbers.get(accountId);
    if (legacyUserId === undefined) throw new Error('An account was not numbered.');
    return { accountId, legacyUserId };
  });
}
