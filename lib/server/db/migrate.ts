import 'server-only';
import path from 'node:path';
import { openClient } from '#shared/database/connection.ts';
import { migratorName } from '#shared/database/migration-lock.ts';
import { longestMigrationWaitMs, runMigrations } from '#shared/database/run-migrations.ts';
import type { SchemaKeeper } from '#shared/database/schema-keeper.ts';
import { connectWithinMs } from './client.ts';

/** The schema of the desk. */
export const deskSchema: SchemaKeeper = {
  program: 'desk',
  migrationsFolder: path.join(process.cwd(), 'lib', 'server', 'db', 'migrations'),
  table: { schema: 'public', name: 'desk_migrations' },
  lockKey: 7_305_018_842,
};

/**
 * Brings the schema up to date. Processes that start together take turns.
 * @throws EnvironmentError where another version of the desk made the schema that this one cannot bring up to date, or
 * another process does not end its turn
 */
export async function migrateDatabase(
  url: string,
  { migrationsFolder = deskSchema.migrationsFolder, waitMs = longestMigrationWaitMs } = {},
): Promise<void> {
  const client = openClient(url, { name: migratorName(), connectWithinMs, longestAnswerMs: 10 * 60_000 });
  await client.connect();
  try {
    await runMigrations(client, { ...deskSchema, migrationsFolder }, waitMs);
  } finally {
    await client.end();
  }
}
