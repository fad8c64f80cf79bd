import 'server-only';
import path from 'node:path';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { openClient } from '#shared/database/connection.ts';
import { lockMigrations, migratorName } from '#shared/database/migration-lock.ts';
import { readSchemaState } from '#shared/database/schema-state.ts';
import { EnvironmentError } from '#shared/environment-error.ts';

/** How long a start waits for another one that migrates. */
const longestWaitMs = 120_000;
export const migrationsFolderOfDesk = path.join(process.cwd(), 'lib', 'db', 'migrations');

/**
 * Brings the schema up to date. Processes that start together take turns.
 * @throws EnvironmentError where a later version of the desk made the schema, or another process does not end its turn
 */
export async function migrateDatabase(
  url: string,
  { migrationsFolder = migrationsFolderOfDesk, waitMs = longestWaitMs } = {},
): Promise<void> {
  const client = openClient(url, { name: migratorName(), longestAnswerMs: 10 * 60_000 });
  await client.connect();
  try {
    await client.query('begin');
    await lockMigrations(client, waitMs);
    await refuseLaterSchema(client, migrationsFolder);
    await runMigrations(client, readMigrationFiles({ migrationsFolder }));
    await client.query('commit');
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

/** Runs what the database does not have yet. Drizzle's own way would begin and end a transaction, and the lock with it. */
async function runMigrations(client: pg.Client, migrations: MigrationMeta[]): Promise<void> {
  await client.query(
    'create table if not exists public.desk_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const { rows } = await client.query<{ at: number }>(
    'select coalesce(max(created_at), 0)::float8 as at from public.desk_migrations',
  );
  const newest = rows[0]?.at ?? 0;
  for (const { sql, hash, folderMillis } of migrations.filter(({ folderMillis }) => folderMillis > newest)) {
    for (const statement of sql) await client.query(statement);
    const done = 'insert into public.desk_migrations (hash, created_at) values ($1, $2)';
    await client.query(done, [hash, folderMillis]);
  }
}
