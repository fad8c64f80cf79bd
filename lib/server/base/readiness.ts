import 'server-only';
import { sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { judgeReadiness, type Readiness } from '#shared/database/readiness.ts';

/** Whether a desk can serve on its database. */
export const readReadiness = (db: Queryable, newestMigration: number): Promise<Readiness> =>
  judgeReadiness(async () => {
    const newest = sql`select max(created_at)::float8 as at from public.desk_migrations`;
    const { rows } = await db.execute<{ at: number | null }>(newest);
    return rows[0]?.at ?? null;
  }, newestMigration);
