import { sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';

const modes = { shared: raw`pg_advisory_xact_lock_shared`, exclusive: raw`pg_advisory_xact_lock` };

/**
 * Keeps, until the transaction ends, files of a chain from being begun while somebody is taken out of its exports
 * (`exclusive`), and the other way round (`shared`). Taken after the rows of people and before those of jobs.
 */
export async function lockSharing(sql: Sql, chainId: string, mode: keyof typeof modes): Promise<void> {
  await sql.execute(raw`SELECT ${modes[mode]}(hashtextextended('sharing of chain ' || ${chainId}, 0))`);
}
