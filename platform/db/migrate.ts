import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { openClient } from '#shared/database/connection.ts';
import { databaseErrorOf } from '#shared/database/database-error.ts';
import { migratorName } from '#shared/database/migration-lock.ts';
import { longestMigrationWaitMs, runMigrations } from '#shared/database/run-migrations.ts';
import type { SchemaKeeper } from '#shared/database/schema-keeper.ts';
import { EnvironmentError } from '#shared/environment-error.ts';
import { connectWithinMs } from './client.ts';
import { describeConnectionMistake } from './connection-mistake.ts';
import { restrictFunctions } from './restrict-functions.ts';

/** The schema of the platform. */
export const platformSchema: SchemaKeeper = {
  program: 'platform',
  migrationsFolder: fileURLToPath(import.meta.resolve('#platform/db/migrations')),
  table: { schema: 'drizzle', name: '__drizzle_migrations' },
  lockKey: 40_102,
  afterMigrations: restrictFunctions,
};
const oldestServer = 150_000;

/**
 * Migrates the database to the current schema. Several processes may start at once: one migrates, the others wait.
 * @param url of a role that may create tables and, the first time, roles
 * @throws EnvironmentError if an operator has to do something first
 */
export async function migrateDatabase(url: string, { waitMs = longestMigrationWaitMs } = {}): Promise<void> {
  const client = openClient(url, { name: migratorName(), connectWithinMs, longestAnswerMs: 10 * 60_000 });
  try {
    await client.connect();
    await requireServer(client);
    await client.query('SET client_min_messages = warning');
    await runMigrations(client, platformSchema, waitMs);
  } catch (error) {
    const mistake = describeConnectionMistake(databaseErrorOf(error) ?? error, url);
    throw mistake ? new EnvironmentError(mistake) : error;
  } finally {
    await client.end();
  }
}

async function requireServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string }>("SELECT current_setting('server_version_num') AS version");
  if (Number(rows[0]?.version) < oldestServer) {
    throw new EnvironmentError('PLATFORM_DATABASE_URL names a PostgreSQL that is too old: use 15 or newer.');
  }
}
