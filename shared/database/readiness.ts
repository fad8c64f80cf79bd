/** Whether a program can handle requests, and why not. */
export type Readiness = 'ready' | 'databaseAway' | 'notMigrated';

const longestAnswerMs = 2_000;

/**
 * @param askNewest time of the database's newest migration, in epoch milliseconds; null if it has none
 * @param newestMigration the oldest schema that is good enough; a newer version may migrate further while this one
 * still handles requests
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
