import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { EnvironmentError } from '#platform/environment-error.ts';
import { databaseErrorOf } from './collisions.ts';
import { openClient } from './connection.ts';
import { describeConnectionMistake } from './connection-mistake.ts';
import { readSchemaState } from './schema-state.ts';

export const migrationsFolder = path.join(import.meta.dirname, 'migrations');
/** Any number that nothing else in this database locks. */
const migrationLock = 40_102;
const oldestServer = 150_000;

/**
 * Brings the database up to date. Several processes may start at once: one migrates, the others wait.
 * @param url of a role that may create tables and, the first time, roles
 * @throws EnvironmentError where a person has to do something first
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = openClient(url, { name: 'front desk migrations', longestAnswerMs: 10 * 60_000 });
  try {
    await client.connect();
    await requireServer(client);
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await client.query('SET client_min_messages = warning');
    await refuseLaterSchema(client);
    await migrate(drizzle({ client }), { migrationsFolder });
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
