import { eq } from 'drizzle-orm';
import { sandboxFaults } from '#platform/db/schema/sandbox.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';

/** Removes the rule of this name, if there is one; without a name, all rules. */
export async function removeFaults(sandbox: Sandbox, name?: string): Promise<void> {
  const named = name === undefined ? undefined : eq(sandboxFaults.name, name);
  await sandbox.change((sql) => sql.delete(sandboxFaults).where(named));
}
