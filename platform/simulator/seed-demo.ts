import type { OperatorDatabase } from '#platform/db/client.ts';
import { generateDemoChain } from './demo-chain.ts';
import { demoOwnerAt } from './demo-owner.ts';
import type { DemoLocale } from './demo-words.ts';
import { type DemoChainDescription, describeDemoChain, hasDemoChain } from './describe-demo-chain.ts';
import { keepOwner } from './keep-owner.ts';
import { lockDemo } from './lock-demo.ts';
import { renewDemo } from './renew-demo.ts';
import { writeUnmigratedMembers } from './unmigrated-members.ts';
import { writeDemoChain } from './write-demo-chain.ts';

export const defaultDemoSeed = 1;

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
    await lockDemo(sql);
    if (await hasDemoChain(sql)) await renewDemo(sql, seed, now);
    else {
      await writeDemoChain(sql, generateDemoChain({ seed, now }), { now, locale });
      await writeUnmigratedMembers(sql, seed, now);
    }
    await keepOwner(sql, demoOwnerAt(now));
    return describeDemoChain(sql, now);
  });
}
