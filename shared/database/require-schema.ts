import { EnvironmentError } from '#shared/environment-error.ts';
import type { SchemaKeeper } from './schema-keeper.ts';
import type { SchemaState } from './schema-state.ts';

/**
 * Makes sure that a command may work on a database. An older schema is not migrated, because an older program may still be
 * running on it. An empty database gets the schema.
 * @param migrate throws EnvironmentError for a schema that is too old or of a later version
 * @throws EnvironmentError where an operator has to do something first
 */
export async function requireSchemaIn(
  state: SchemaState,
  { program }: Pick<SchemaKeeper, 'program'>,
  migrate: () => Promise<void>,
): Promise<void> {
  switch (state) {
    case 'same':
      return;
    case 'earlier':
      throw new EnvironmentError(
        `The database of the ${program} is of an earlier Front Desk, and nothing was done: stop the ${program}s that run on it, ` +
          `start this one or run "npm run ${program}:admin -- upgrade-database", and then run the command again.`,
      );
    case 'none':
    case 'tooOld':
    case 'later':
      return migrate();
    default:
      state satisfies never;
  }
}
