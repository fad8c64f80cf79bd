import 'server-only';
import { sql } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';

/** Whether a desk can serve, and why not. */
export type Readiness = 'ready' | 'databaseAway' | 'notMigrated';

const longestAnswerMs = 2_000;

/**
 * @param newestMigration what the schema has to have at least; a later desk may have brought it further while this one
 *   still serves
 */
export async function readReadiness(db: Queryable, newestMigration: number): Promise<Readiness> {
  const giveUp = Promise.withResolvers<never>();
  const timer = setTimeout(() => giveUp.reject(new Error('The database does not answer.')), longestAnswerMs);
  try {
    const question = sql`select coalesce(max(created_at), 0)::float8 as at from public.desk_migrations`;
    const { rows } = await Promise.race([db.execute<{ at: number }>(question), giveUp.promise]);
    return (rows[0]?.at ?? 0) >= newestMigration ? 'ready' : 'notMigrated';
  } catch {
    return 'databaseAway';
  } finally {
    clearTimeout(timer);
  }
}
