import 'server-only';
import { sql } from 'drizzle-orm';
import type { Queryable } from './client.ts';

/** Holds up all transactions that take turns under the same name, in any process, until this one ends. */
export async function lockExclusive(tx: Queryable, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Holds up those who `lockExclusive` under the name, and nobody who shares it. */
export async function lockShared(tx: Queryable, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`);
}
