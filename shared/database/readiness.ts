/** Whether a program can serve, and why not. */
export type Readiness = 'ready' | 'databaseAway' | 'notMigrated';

const longestAnswerMs = 2_000;

/**
 * @param askNewest when the newest migration of the database was made, epoch milliseconds; null where it has none
 * @param newestMigration what the schema has to have at least; a later version may have brought it further while this one
 *   still serves
 */
export async function judgeReadiness(
  askNewest: () => Promise<number | null>,
  newestMigration: number,
): Promise<Readiness> {
  const giveUp = Promise.withResolvers<never>();
  const timer = setTimeout(() => giveUp.reject(new Error('The database does not answer.')), longestAnswerMs);
  try {
    return ((await Promise.race([askNewest(), giveUp.promise])) ?? 0) >= newestMigration ? 'ready' : 'notMigrated';
  } catch {
    return 'databaseAway';
  } finally {
    clearTimeout(timer);
  }
}
