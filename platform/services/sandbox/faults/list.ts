import { asc } from 'drizzle-orm';
import { sandboxFaults } from '#platform/db/schema/sandbox.ts';
import { type FaultRule, faultRule } from '#platform/services/sandbox/fault-rule.ts';
import type { Sandbox } from '#platform/services/sandbox/sandbox.ts';

/** A rule with its name, and how many more requests it concerns, if their number is limited. */
type ListedFault = FaultRule & { name: string; timesLeft?: number };

/** All rules, in the order in which they were set. Those whose `timesLeft` is 0 have no effect any more. */
export async function listFaults({ database }: Sandbox): Promise<ListedFault[]> {
  const rows = await database.transaction((sql) => sql.select().from(sandboxFaults).orderBy(asc(sandboxFaults.place)));
  return rows.map(({ name, rule, timesLeft }) => ({
    name,
    ...faultRule.parse(rule),
    ...(timesLeft === null ? {} : { timesLeft }),
  }));
}
