import type { Context } from 'hono';
import type { PlatformDatabase } from '#platform/db/client.ts';
import type { PlatformEnv } from './environment.ts';

const ping = { name: 'ping', text: 'SELECT 1' };

/** Whether the platform can serve: 200, or 503 while its database does not answer. */
export const answerHealth =
  (db: PlatformDatabase) =>
  async (c: Context<PlatformEnv>): Promise<Response> => {
    try {
      await db.find(ping, []);
      return c.json({ status: 'ok' }, 200);
    } catch {
      return c.json({ status: 'unavailable' }, 503);
    }
  };
