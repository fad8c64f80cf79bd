import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { EnvironmentError } from '#shared/environment-error.ts';
import { lockMigrations } from './migration-lock.ts';
import type { SchemaKeeper } from './schema-keeper.ts';
import { readSchemaState } from './schema-state.ts';

/** The last commit with the migrations that were squashed into the first one. A shallow clone can fetch only a full hash. */
const lastWithEarlierMigrations = 'af5f2060b4d3e5ba79960a087d5956fa57bd5493';

/** How long a start waits for another one that migrates. */
export const longestMigrationWaitMs = 120_000;

/**
 * Brings a schema up to date, all or nothing. Processes that start together take turns.
 * @param client a connection outside any transaction
 * @throws EnvironmentError where the schema is older than the first migration or of a later version, or another process
 * does not end its turn
 */
export async function runMigrations(client: pg.Client, keeper: SchemaKeeper, waitMs: number): Promise<void> {
  await client.query('begin');
  await lockMigrations(client, keeper, waitMs);
  await requireMigratable(client, keeper);
  await runMissing(client, keeper);
  await keeper.afterMigrations?.(client);
  await client.query('commit');
}

async function requireMigratable(client: pg.Client, keeper: SchemaKeeper): Promise<void> {
  const state = await readSchemaState(client, keeper);
  switch (state) {
    case 'none':
    case 'earlier':
    case 'same':
      return;
    case 'tooOld':
      throw new EnvironmentError(
        `The database of the ${keeper.program} is too old for this Front Desk, and its data is unchanged: run upgrade-database of ` +
          `commit ${lastWithEarlierMigrations} on it first (docs/operate.md, "An update").`,
      );
    // a program that does not know tables of a later version would leave them behind half-changed
    case 'later':
      throw new EnvironmentError(
        `The database of the ${keeper.program} was last used by a later Front Desk: start that one, or restore a backup from before it.`,
      );
    default:
      state satisfies never;
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
