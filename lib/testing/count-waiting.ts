import { sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';

/** How many statements of this database wait for a lock of another one. Within a transaction the answer stays that of the first call. */
export async function countWaiting(db: Queryable): Promise<number> {
  const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await db.execute(waits)).rows.length;
}
