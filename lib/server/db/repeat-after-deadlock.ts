import 'server-only';
import { databaseErrorOf, deadlock } from '#shared/database/database-error.ts';

/**
 * Runs a transaction again, once, if PostgreSQL ended it in favour of another one that it waited for.
 * @param run does nothing that a rollback does not undo
 */
export async function repeatAfterDeadlock<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (databaseErrorOf(error)?.code !== deadlock) throw error;
    return run();
  }
}
