import path from 'node:path';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { EnvironmentError } from '#shared/environment-error.ts';
import { databaseErrorOf } from './collisions.ts';
import { openClient } from './connection.ts';
import { describeConnectionMistake } from './connection-mistake.ts';
import { lockMigrations, migratorName } from './migration-lock.ts';
import { readSchemaState } from './schema-state.ts';

export const migrationsFolder = path.join(import.meta.dirname, 'migrations');
/** How long a start waits for another one that migrates. */
const longestWaitMs = 120_000;
const oldestServer = 150_000;

/**
 * Brings the database up to date. Several processes may start at once: one migrates, the others wait.
 * @param url of a role that may create tables and, the first time, roles
 * @throws EnvironmentError where a person has to do something first
 */
export async function migrateDatabase(url: string, { waitMs = longestWaitMs } = {}): Promise<void> {
  const client = openClient(url, { name: migratorName(), longestAnswerMs: 10 * 60_000 });
  try {
    await client.connect();
    await requireServer(client);
    await client.query('SET client_min_messages = warning');
    await client.query('BEGIN');
    await lockMigrations(client, waitMs);
    await refuseLaterSchema(client);
    await runMigrations(client, readMigrationFiles({ migrationsFolder }));
    await client.query('COMMIT');
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

/** What a later version keeps, this one would not know of, and leave behind half-changed. */
async function refuseLaterSchema(client: pg.Client): Promise<void> {
  if ((await readSchemaState(client, migrationsFolder)) === 'later') {
    throw new EnvironmentError(
      'The database of the platform was last used by a later Front Desk: start that one, or restore a backup from before it.',
    );
  }
}

/** Runs what the database does not have yet. Drizzle's own way would begin and end a transaction, and the lock with it. */
async function runMigrations(client: pg.Client, migrations: MigrationMeta[]): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  const { rows } = await client.query<{ at: number }>(
    'SELECT coalesce(max(created_at), 0)::float8 AS at FROM drizzle.__drizzle_migrations',
  );
  const newest = rows[0]?.at ?? 0;
  for (const { sql, hash, folderMillis } of migrations.filter(({ folderMillis }) => folderMillis > newest)) {
    for (const statement of sql) await client.query(statement);
    const done = 'INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)';
    await client.query(done, [hash, folderMillis]);
  }
}
