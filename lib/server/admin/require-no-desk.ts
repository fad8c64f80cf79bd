import 'server-only';
import { sql } from 'drizzle-orm';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';

/** @throws ActionFailure `conflict` where a desk runs on this database: each keeps such connections open */
export async function requireNoDesk(db: Queryable): Promise<void> {
  const { rowCount } = await db.execute(sql`
    select from pg_stat_activity
    where datname = current_database() and application_name in ('front-desk live', 'front-desk background')`);
  if (!rowCount) return;
  throw new ActionFailure(
    'conflict',
    'A desk runs on this database, so that its DESK_SECRET is not lost: docs/operate.md, "A key or secret changes", says how it is read there. If it is of no use, end the desk first.',
  );
}
