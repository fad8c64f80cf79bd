import { migrateDatabase, platformSchema } from '#platform/db/migrate.ts';
import { cloneDatabase, type TestDatabase } from '#shared/testing/cloned-database.ts';

/** A migrated database of the platform for one test file. */
export const createPlatformDatabase = (adminUrl: string): Promise<TestDatabase> =>
  cloneDatabase(adminUrl, {
    program: 'platform',
    migrationsFolder: platformSchema.migrationsFolder,
    migrate: (url) => migrateDatabase(url),
  });
