import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';

/** Which version of the desk made a schema: none yet, an earlier one, this one, or a later one. */
export type SchemaState = 'none' | 'earlier' | 'same' | 'later';

/** When the newest migration of the folder was made, as `desk_migrations` keeps it: epoch milliseconds. */
export const newestMigration = (migrationsFolder: string): number =>
  readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;

export async function readSchemaState(client: pg.Client, migrationsFolder: string): Promise<SchemaState> {
  const { rows: tables } = await client.query("select 1 from pg_tables where tablename = 'desk_migrations'");
  if (tables.length === 0) return 'none';
  const { rows } = await client.query<{ at: string | null }>(
    'select max(created_at) as at from public.desk_migrations',
  );
  const at = rows[0]?.at ?? null;
  if (at === null) return 'none';
  const newest = newestMigration(migrationsFolder);
  if (Number(at) === newest) return 'same';
  return Number(at) < newest ? 'earlier' : 'later';
}
