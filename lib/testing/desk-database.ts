import { deskSchema, migrateDatabase } from '#lib/server/db/migrate.ts';
import { cloneDatabase, type TestDatabase } from '#shared/testing/cloned-database.ts';

/** A migrated database of the desk, used by one test file only. */
export const createDeskDatabase = (adminUrl: string): Promise<TestDatabase> =>
  cloneDatabase(adminUrl, {
    program: 'desk',
    migrationsFolder: deskSchema.migrationsFolder,
    migrate: (url) => migrateDatabase(url),
  });
