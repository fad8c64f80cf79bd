import { judgeReadiness, type Readiness } from '#shared/database/readiness.ts';
import type { PlatformDatabase } from './client.ts';

const newestOfDatabase = {
  name: 'newest-migration',
  text: 'SELECT max(created_at) AS at FROM drizzle.__drizzle_migrations',
};

/**
 * Whether a platform can handle requests on its database.
 * @param newestMigration time of the newest migration of this version, in epoch milliseconds
 */
export const readReadiness = (db: PlatformDatabase, newestMigration: number): Promise<Readiness> =>
  judgeReadiness(
    async () => (await db.find<{ at: number | null }>(newestOfDatabase, []))[0]?.at ?? null,
    newestMigration,
  );
