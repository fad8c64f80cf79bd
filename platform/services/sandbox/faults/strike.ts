import { sql as raw } from 'drizzle-orm';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';
import type { SetFault } from '#platform/services/sandbox/state.ts';

/** Rules whose number of requests is used up, until the next change of the state. */
const usedUp = new WeakSet<SetFault>();

/** Whether a rule that could concern a request does: by its probability, and by its number in all processes. */
export async function strikes({ ids, database }: Sandbox, fault: SetFault): Promise<boolean> {
  const { name, rule, isCounted } = fault;
  if (rule.probability !== undefined && ids.bytes(4).readUInt32BE() / 2 ** 32 >= rule.probability) return false;
  if (!isCounted) return true;
  if (usedUp.has(fault)) return false;
  const { rowCount } = await database.transaction((sql) =>
    sql.execute(
      raw`UPDATE sandbox_faults SET times_left = times_left - 1 WHERE name = ${name} AND times_left > 0 RETURNING name`,
    ),
  );
  if (rowCount === 1) return true;
  usedUp.add(fault);
  return false;
}
