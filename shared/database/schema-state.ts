import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import type { SchemaKeeper } from './schema-keeper.ts';

/**
 * The version of a database's schema, compared with this program: none yet, one that is older than the first migration
 * in the folder, an earlier one that the migrations bring up to date, the same, or a later one.
 */
export type SchemaState = 'none' | 'tooOld' | 'earlier' | 'same' | 'later';

/** Time of the newest migration in the folder, in the format of the database: epoch milliseconds. */
export const newestMigration = (migrationsFolder: string): number =>
  readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;

export async function readSchemaState(
  client: pg.Client,
  { migrationsFolder, table: { schema, name } }: Pick<SchemaKeeper, 'migrationsFolder' | 'table'>,
): Promise<SchemaState> {
  const isThere = 'select 1 from pg_tables where schemaname = $1 and tablename = $2';
  const { rows: tables } = await client.query(isThere, [schema, name]);
  if (tables.length === 0) return 'none';
  const { rows } = await client.query<{ at: string | null }>(`select max(created_at) as at from ${schema}.${name}`);
  const at = rows[0]?.at ?? null;
  if (at === null) return 'none';
  const migrations = readMigrationFiles({ migrationsFolder });
  if (Number(at) < (migrations.at(0)?.folderMillis ?? 0)) return 'tooOld';
  const newest = migrations.at(-1)?.folderMillis ?? 0;
  if (Number(at) === newest) return 'same';
  return Number(at) < newest ? 'earlier' : 'later';
}
