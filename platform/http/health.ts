import type { Context } from 'hono';
import type { PlatformDatabase } from '#platform/db/client.ts';
import { readReadiness } from '#platform/db/readiness.ts';
import type { PlatformEnv } from './environment.ts';

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
    const status = isStopping() ? 'stopping' : await readReadiness(db, newestMigration);
    return c.json({ status }, status === 'ready' ? 200 : 503, { 'Cache-Control': 'no-store' });
  };
