import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';

/** Runs `insert` of rows numbered from 1 to `count` (`from ${numbers} n`) in steps that end within the desk's statement timeout, also where a
 * trigger runs for each row on a busy machine. */
export async function insertNumbered(db: Queryable, count: number, insert: (numbers: SQL) => SQL): Promise<void> {
  const step = 5_000;
  for (let first = 1; first <= count; first += step) {
    const last = Math.min(first + step - 1, count);
    await db.execute(insert(sql`generate_series(${first}::int, ${last}::int)`));
  }
}
