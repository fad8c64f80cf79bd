import { inArray } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { apiKeys } from '#platform/db/schema/keys.ts';
import { sandboxFaults } from '#platform/db/schema/sandbox.ts';
import { faultRule } from '#platform/services/sandbox/fault-rule.ts';

/**
 * Removes the rules that concern these gyms or their keys alone. Reads the rules here: PostgreSQL can look into no JSON with
 * a character that its texts cannot have.
 */
export async function removeFaultsOfGyms(sql: Sql, gymIds: readonly string[]): Promise<void> {
  const keys = await sql
    .select({ keyId: apiKeys.keyId })
    .from(apiKeys)
    .where(inArray(apiKeys.gymId, [...gymIds]));
  const keyIds = keys.map(({ keyId }) => keyId);
  const faults = await sql.select().from(sandboxFaults);
  const names = faults.flatMap(({ name, rule: stored }) => {
    const { gymId, keyId } = faultRule.parse(stored);
    const isOfThese =
      (gymId !== undefined && gymIds.includes(gymId)) || (keyId !== undefined && keyIds.includes(keyId));
    return isOfThese ? [name] : [];
  });
  if (names.length > 0) await sql.delete(sandboxFaults).where(inArray(sandboxFaults.name, names));
}
