import type { Context } from 'hono';
import type { PlatformDatabase } from '#platform/db/client.ts';
import type { PlatformEnv } from './environment.ts';

const newestMigration = {
  name: 'newest-migration',
  text: 'SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations',
};
const longestAnswerMs = 2_000;

/** Whether the process runs. */
export const answerHealth = (c: Context<PlatformEnv>): Response => c.json({ status: 'alive' }, 200);

export interface ReadyOptions {
  db: PlatformDatabase;
  /** What the schema has to have at least; a later platform may have brought it further while this one still serves. */
  newestMigration: number;
  isStopping: () => boolean;
}

/** Whether the platform can serve: 200, or 503 with the reason. */
export const answerReady =
  (options: ReadyOptions) =>
  async (c: Context<PlatformEnv>): Promise<Response> => {
    const status = options.isStopping() ? 'stopping' : await readReadiness(options);
    return c.json({ status }, status === 'ready' ? 200 : 503, { 'Cache-Control': 'no-store' });
  };

async function readReadiness({ db, newestMigration: needed }: ReadyOptions) {
  const giveUp = Promise.withResolvers<never>();
  const timer = setTimeout(() => giveUp.reject(new Error('The database does not answer.')), longestAnswerMs);
  try {
    const [newest] = await Promise.race([db.find<{ at: number | null }>(newestMigration, []), giveUp.promise]);
    return (newest?.at ?? 0) >= needed ? 'ready' : 'notMigrated';
  } catch {
    return 'databaseAway';
  } finally {
    clearTimeout(timer);
  }
}
