import { sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';

const modes = { shared: raw`pg_advisory_xact_lock_shared`, exclusive: raw`pg_advisory_xact_lock` };

/**
 * Lock of a chain until the end of the transaction: while a member is withdrawn from exports (`exclusive`), no file
 * of the chain can be started (`shared`), and vice versa. Lock order: after the rows of people, before the rows of
 * jobs.
 */
export async function lockSharing(sql: Sql, chainId: string, mode: keyof typeof modes): Promise<void> {
  await sql.execute(raw`SELECT ${modes[mode]}(hashtextextended('sharing of chain ' || ${chainId}, 0))`);
}
