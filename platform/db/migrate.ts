import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const migrationsFolder = path.join(import.meta.dirname, 'migrations');
/** Any number that nothing else in this database locks. */
const migrationLock = 40_102;

/**
 * Brings the database up to date. Several processes may start at once: one migrates, the others wait.
 * @param url of a role that may create tables and, the first time, roles
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await client.query('SET client_min_messages = warning');
    await migrate(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end();
  }
}
