import { migrateDatabase, platformSchema } from '#platform/db/migrate.ts';
import { cloneDatabase, type TemplateData, type TestDatabase } from '#shared/testing/cloned-database.ts';

/** A migrated database of the platform for one test file. */
export const createPlatformDatabase = (adminUrl: string, data?: TemplateData): Promise<TestDatabase> =>
  cloneDatabase(adminUrl, {
    ...(data && { data }),
    program: 'platform',
    migrationsFolder: platformSchema.migrationsFolder,
    migrate: (url) => migrateDatabase(url),
  });
