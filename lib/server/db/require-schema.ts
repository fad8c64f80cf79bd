import 'server-only';
import { openClient } from '#shared/database/connection.ts';
import { readSchemaState } from '#shared/database/schema-state.ts';
import { EnvironmentError } from '#shared/environment-error.ts';
import { connectWithinMs } from './client.ts';
import { deskSchema, migrateDatabase } from './migrate.ts';

/**
 * Makes sure that a command may work on the database. An older schema is not migrated, because an older desk may still be
 * running on it. An empty database gets the schema.
 * @throws EnvironmentError where another version of the desk made the schema
 */
export async function requireSchema(url: string): Promise<void> {
  const client = openClient(url, { name: 'front-desk commands', connectWithinMs, longestAnswerMs: 12_000 });
  await client.connect();
  const state = await readSchemaState(client, deskSchema).finally(() => client.end());
  switch (state) {
    case 'same':
      return;
    case 'earlier':
      throw new EnvironmentError(
        'The database of the desk is of an earlier Front Desk, and nothing was done: stop the desks that run on it, start this ' +
          'one or run "npm run desk:admin -- upgrade-database", and then run the command again.',
      );
    case 'none':
    case 'tooOld':
    case 'later':
      return migrateDatabase(url); // refuses the last two
    default:
      state satisfies never;
  }
}
