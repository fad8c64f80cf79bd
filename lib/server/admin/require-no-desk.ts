import 'server-only';
import { sql } from 'drizzle-orm';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';

/** @throws ActionFailure `conflict` where a desk runs on this database: each keeps such connections open */
export async function requireNoDesk(db: Queryable): Promise<void> {
  const { rows } = await db.execute<{ pid: number; at: string }>(sql`
    select pid, coalesce(host(client_addr), 'this machine') as at from pg_stat_activity
    where datname = current_database() and application_name in ('front-desk live', 'front-desk background')`);
  const [connection] = rows;
  if (!connection) return;
  throw new ActionFailure(
    'conflict',
    `A desk at ${connection.at} runs on this database, so that its DESK_SECRET is not lost: docs/operate.md, "A key or secret changes", says how it is read there. If it is of no use, end the desk first; if its machine is gone, "select pg_terminate_backend(${connection.pid})" ends the connection that it left.`,
  );
}
