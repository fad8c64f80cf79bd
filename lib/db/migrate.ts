import 'server-only';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { EnvironmentError } from '#lib/env.ts';
import { openClient } from './connection.ts';
import { readSchemaState } from './schema-state.ts';

/** Any number that no other program uses for an advisory lock on this database. */
const lockKey = 7_305_018_842;
export const migrationsFolderOfDesk = path.join(process.cwd(), 'lib', 'db', 'migrations');

/**
 * Brings the schema up to date. Processes that start together take turns.
 * @throws EnvironmentError where a later version of the desk made the schema
 */
export async function migrateDatabase(url: string, migrationsFolder = migrationsFolderOfDesk): Promise<void> {
  const client = openClient(url, { name: 'front-desk migrations', longestAnswerMs: 10 * 60_000 });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await refuseLaterSchema(client, migrationsFolder);
    await migrate(drizzle(client), {
      migrationsFolder,
      migrationsSchema: 'public',
      migrationsTable: 'desk_migrations',
    });
  } finally {
    await client.end();
  }
}

/** What a later version keeps, this one would not know of, and leave behind half-changed. */
async function refuseLaterSchema(client: pg.Client, migrationsFolder: string): Promise<void> {
  if ((await readSchemaState(client, migrationsFolder)) === 'later') {
    throw new EnvironmentError(
      'The database of the desk was last used by a later Front Desk: start that one, or restore a backup from before it.',
    );
  }
}
