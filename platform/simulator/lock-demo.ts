import { sql as statement } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';

/** Key of the advisory lock; any number that nothing else in this database locks. */
const demoLock = 4_010_2_1;

/** Keeps others from writing the demo chain or setting it back until the end of the transaction. */
export const lockDemo = (sql: Sql): Promise<unknown> =>
  sql.execute(statement`SELECT pg_advisory_xact_lock(${demoLock})`);
