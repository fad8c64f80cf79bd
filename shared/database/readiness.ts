/** Whether a program can handle requests, and why not. */
export type Readiness = 'ready' | 'databaseAway' | 'notMigrated' | 'laterVersion';

const longestAnswerMs = 2_000;

/**
 * A process whose database a later version has migrated is not ready, so that a balancer sends it nothing more: two versions on one
 * database are not supported.
 * @param askNewest time of the database's newest migration, in epoch milliseconds; null if it has none
 * @param newestMigration that of this version
 */
export async function judgeReadiness(
  askNewest: () => Promise<number | null>,
  newestMigration: number,
): Promise<Readiness> {
  const giveUp = Promise.withResolvers<never>();
  const timer = setTimeout(() => giveUp.reject(new Error('The database does not answer.')), longestAnswerMs);
  try {
    const newest = (await Promise.race([askNewest(), giveUp.promise])) ?? 0;
    if (newest < newestMigration) return 'notMigrated';
    return newest > newestMigration ? 'laterVersion' : 'ready';
  } catch {
    return 'databaseAway';
  } finally {
    clearTimeout(timer);
  }
}
