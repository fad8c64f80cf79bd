import 'server-only';
import { sql } from 'drizzle-orm';
import type { Queryable } from './client.ts';

/** Takes an advisory lock by name until the transaction ends; all other transactions that lock the name wait, in any process. */
export async function lockExclusive(tx: Queryable, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Takes the lock in shared mode: blocks `lockExclusive` of the name, and not other shared locks. */
export async function lockShared(tx: Queryable, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`);
}

/** Takes a shared and then an exclusive lock, by one statement. */
export async function lockBoth(
  tx: Queryable,
  { shared, exclusive }: { shared: string; exclusive: string },
): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(hashtextextended(${shared}, 0)), pg_advisory_xact_lock(hashtextextended(${exclusive}, 0))`,
  );
}
