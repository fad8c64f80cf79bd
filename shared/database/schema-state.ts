import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import type { SchemaKeeper } from './schema-keeper.ts';

/** Which version of a program made a schema: none yet, an earlier one, this one, or a later one. */
export type SchemaState = 'none' | 'earlier' | 'same' | 'later';

/** When the newest migration of the folder was made, as the database keeps it: epoch milliseconds. */
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
  const newest = newestMigration(migrationsFolder);
  if (Number(at) === newest) return 'same';
  return Number(at) < newest ? 'earlier' : 'later';
}
