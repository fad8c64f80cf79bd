import { eq, ne } from 'drizzle-orm';
import { invalidFields, PlatformError } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { gyms } from '#platform/db/schema/chains.ts';
import { apiKeys } from '#platform/db/schema/keys.ts';
import { sandboxFaults } from '#platform/db/schema/sandbox.ts';
import type { FaultRule } from '#platform/services/sandbox/fault-rule.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';

const mostRules = 1_000;

/**
 * Sets a rule under a name, in place of an earlier one of this name.
 * @throws 400 for a key or a gym that does not exist, 409 if there are too many rules
 */
export async function setFault(sandbox: Sandbox, name: string, rule: FaultRule): Promise<void> {
  await sandbox.change(async (sql) => {
    await requireExisting(sql, rule);
    if ((await sql.$count(sandboxFaults, ne(sandboxFaults.name, name))) >= mostRules) {
      throw new PlatformError('generalConflict', `There are ${mostRules} rules already: delete some.`);
    }
    const set = { rule, timesLeft: rule.times ?? null };
    await sql
      .insert(sandboxFaults)
      .values({ name, ...set })
      .onConflictDoUpdate({ target: sandboxFaults.name, set });
  });
}

/** A rule for nobody would look as if it had no effect. */
async function requireExisting(sql: Sql, { keyId, gymId }: FaultRule): Promise<void> {
  if (keyId !== undefined && (await sql.$count(apiKeys, eq(apiKeys.keyId, keyId))) === 0) {
    throw invalidFields({ name: 'keyId', message: 'There is no such key.', rejectedValue: keyId });
  }
  if (gymId !== undefined && (await sql.$count(gyms, eq(gyms.gymId, gymId))) === 0) {
    throw invalidFields({ name: 'gymId', message: 'There is no such gym.', rejectedValue: gymId });
  }
}
