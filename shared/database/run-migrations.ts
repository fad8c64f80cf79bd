import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { EnvironmentError } from '#shared/environment-error.ts';
import { lockMigrations } from './migration-lock.ts';
import type { SchemaKeeper } from './schema-keeper.ts';
import { readSchemaState } from './schema-state.ts';

/** How long a start waits for another one that migrates. */
export const longestMigrationWaitMs = 120_000;

/**
 * Brings a schema up to date, all or nothing. Processes that start together take turns.
 * @param client a connection outside any transaction
 * @throws EnvironmentError where a later version made the schema, or another process does not end its turn
 */
export async function runMigrations(client: pg.Client, keeper: SchemaKeeper, waitMs: number): Promise<void> {
  await client.query('begin');
  await lockMigrations(client, keeper, waitMs);
  await refuseLaterSchema(client, keeper);
  await runMissing(client, keeper);
  await client.query('commit');
}

/** What a later version keeps, this one would not know of, and leave behind half-changed. */
async function refuseLaterSchema(client: pg.Client, keeper: SchemaKeeper): Promise<void> {
  if ((await readSchemaState(client, keeper)) === 'later') {
    throw new EnvironmentError(
      `The database of the ${keeper.program} was last used by a later Front Desk: start that one, or restore a backup from before it.`,
    );
  }
}

/** Runs what the database does not have yet. Drizzle's own way would begin and end a transaction, and the lock with it. */
async function runMissing(client: pg.Client, { migrationsFolder, table }: SchemaKeeper): Promise<void> {
  const name = `${table.schema}.${table.name}`;
  // a role that may create no schema may still own the one that every database has
  if (table.schema !== 'public') await client.query(`create schema if not exists ${table.schema}`);
  await client.query(
    `create table if not exists ${name} (id serial primary key, hash text not null, created_at bigint)`,
  );
  const { rows } = await client.query<{ at: number }>(`select coalesce(max(created_at), 0)::float8 as at from ${name}`);
  const newest = rows[0]?.at ?? 0;
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder })) {
    if (folderMillis <= newest) continue;
    for (const statement of sql) await client.query(statement);
    await client.query(`insert into ${name} (hash, created_at) values ($1, $2)`, [hash, folderMillis]);
  }
}
