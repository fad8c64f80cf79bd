import { openClient } from '#shared/database/connection.ts';
import { readSchemaState, type SchemaState } from '#shared/database/schema-state.ts';
import { EnvironmentError } from '#shared/environment-error.ts';
import { connectWithinMs } from './client.ts';
import { databaseErrorOf } from './collisions.ts';
import { describeConnectionMistake } from './connection-mistake.ts';
import { migrateDatabase, platformSchema } from './migrate.ts';

/**
 * Makes sure that a command may work on the database. An older schema is not migrated, because an older platform may
 * still be running on it. An empty database gets the schema.
 * @throws EnvironmentError if an operator has to do something first
 */
export async function requireSchema(url: string): Promise<void> {
  const state = await readState(url);
  switch (state) {
    case 'same':
      return;
    case 'earlier':
      throw new EnvironmentError(
        'The database of the platform is of an earlier Front Desk, and nothing was done: stop the platforms that run on it, ' +
          'start this one or run "npm run platform:admin -- upgrade-database", and then run the command again.',
      );
    case 'none':
    case 'tooOld':
    case 'later':
      return migrateDatabase(url); // refuses the last two
    default:
      state satisfies never;
  }
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
