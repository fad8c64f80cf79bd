import 'server-only';
import { openClient } from '#shared/database/connection.ts';
import { requireSchemaIn } from '#shared/database/require-schema.ts';
import { readSchemaState } from '#shared/database/schema-state.ts';
import { connectWithinMs } from './client.ts';
import { deskSchema, migrateDatabase } from './migrate.ts';

/**
 * Makes sure that a command may work on the database. An empty one gets the schema.
 * @throws EnvironmentError where another version of the desk made the schema
 */
export async function requireSchema(url: string): Promise<void> {
  const client = openClient(url, { name: 'front-desk commands', connectWithinMs, longestAnswerMs: 12_000 });
  await client.connect();
  const state = await readSchemaState(client, deskSchema).finally(() => client.end());
  await requireSchemaIn(state, deskSchema, () => migrateDatabase(url));
}
