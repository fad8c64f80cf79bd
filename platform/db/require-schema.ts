import { openClient } from '#shared/database/connection.ts';
import { databaseErrorOf } from '#shared/database/database-error.ts';
import { requireSchemaIn } from '#shared/database/require-schema.ts';
import { readSchemaState, type SchemaState } from '#shared/database/schema-state.ts';
import { EnvironmentError } from '#shared/environment-error.ts';
import { connectWithinMs } from './client.ts';
import { describeConnectionMistake } from './connection-mistake.ts';
import { migrateDatabase, platformSchema } from './migrate.ts';

/**
 * Makes sure that a command may work on the database. An empty one gets the schema.
 * @throws EnvironmentError if an operator has to do something first
 */
export async function requireSchema(url: string): Promise<void> {
  await requireSchemaIn(await readState(url), platformSchema, () => migrateDatabase(url));
}

async function readState(url: string): Promise<SchemaState> {
  const client = openClient(url, { name: 'front desk commands', connectWithinMs, longestAnswerMs: 12_000 });
  try {
    await client.connect();
    return await readSchemaState(client, platformSchema);
  } catch (error) {
    const mistake = describeConnectionMistake(databaseErrorOf(error) ?? error, url);
    throw mistake ? new EnvironmentError(mistake) : error;
  } finally {
    await client.end();
  }
}
