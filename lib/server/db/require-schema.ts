import 'server-only';
import { openClient } from '#shared/database/connection.ts';
import { readSchemaState } from '#shared/database/schema-state.ts';
import { EnvironmentError } from '#shared/environment-error.ts';
import { connectWithinMs } from './client.ts';
import { deskSchema, migrateDatabase } from './migrate.ts';

/**
 * Makes sure that a command may work on the database. A schema that an earlier desk made stays as it is, since that desk
 * may be running on it; a database without any is nobody's yet, and gets one.
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
    case 'later':
      return migrateDatabase(url);
    default:
      state satisfies never;
  }
}
