import { sql as statement } from 'drizzle-orm';
import type { OperatorDatabase } from '#platform/db/client.ts';
import { generateDemoChain } from './demo-chain.ts';
import { keepDemoOwner } from './demo-owner.ts';
import type { DemoLocale } from './demo-words.ts';
import { type DemoChainDescription, describeDemoChain, hasDemoChain } from './describe-demo-chain.ts';
import { renewDemo } from './renew-demo.ts';
import { writeUnmigratedMembers } from './unmigrated-members.ts';
import { writeDemoChain } from './write-demo-chain.ts';

export const defaultDemoSeed = 1;

/** Key of the advisory lock; any number that nothing else in this database locks. */
const seedLock = 4_010_2_1;

interface SeedDemoOptions {
  seed: number;
  now: Date;
  /** Language of contracts, tasks and products, for a new chain. */
  locale?: DemoLocale;
}

/**
 * Writes the demo chain if it is missing, renews one of an earlier day, and returns its description. Of two
 * concurrent callers, one writes and the other waits and finds it.
 */
export function seedDemo(
  database: OperatorDatabase,
  { seed, now, locale = 'en' }: SeedDemoOptions,
): Promise<DemoChainDescription> {
  return database.transaction(async (sql) => {
    await sql.execute(statement`SELECT pg_advisory_xact_lock(${seedLock})`);
    if (await hasDemoChain(sql)) await renewDemo(sql, seed, now);
    else {
      await writeDemoChain(sql, generateDemoChain({ seed, now }), { now, locale });
      await writeUnmigratedMembers(sql, seed, now);
    }
    await keepDemoOwner(sql, now);
    return describeDemoChain(sql, now);
  });
}
