import type { Context } from 'hono';
import type { PlatformDatabase } from '#platform/db/client.ts';
import { judgeReadiness } from '#shared/database/readiness.ts';
import type { PlatformEnv } from './environment.ts';

const newestOfDatabase = {
  name: 'newest-migration',
  text: 'SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations',
};

/** Whether the process is running. */
export const answerHealth = (c: Context<PlatformEnv>): Response => c.json({ status: 'alive' }, 200);

interface ReadyOptions {
  db: PlatformDatabase;
  /** Time of the newest migration of this version, in epoch milliseconds. */
  newestMigration: number;
  isStopping: () => boolean;
}

/** Whether the platform can handle requests: 200, or 503 with the reason. */
export const answerReady =
  ({ db, newestMigration, isStopping }: ReadyOptions) =>
  async (c: Context<PlatformEnv>): Promise<Response> => {
    const askNewest = async () => (await db.find<{ at: number | null }>(newestOfDatabase, []))[0]?.at ?? null;
    const status = isStopping() ? 'stopping' : await judgeReadiness(askNewest, newestMigration);
    return c.json({ status }, status === 'ready' ? 200 : 503, { 'Cache-Control': 'no-store' });
  };
