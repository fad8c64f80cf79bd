import 'server-only';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { openClient } from './connection.ts';

/** Any number that no other program uses for an advisory lock on this database. */
const lockKey = 7_305_018_842;

/** Brings the schema up to date. Processes that start together take turns. */
export async function migrateDatabase(
  url: string,
  migrationsFolder = path.join(process.cwd(), 'lib', 'db', 'migrations'),
): Promise<void> {
  const client = openClient(url, { name: 'front-desk migrations', longestAnswerMs: 10 * 60_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await migrate(drizzle(client), {
      migrationsFolder,
      migrationsSchema: 'public',
      migrationsTable: 'desk_migrations',
    });
  } finally {
    await client.end();
  }
}
