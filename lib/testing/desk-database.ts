import { deskSchema, migrateDatabase } from '#lib/server/db/migrate.ts';
import { cloneDatabase, type TestDatabase } from '#shared/testing/cloned-database.ts';

/** A migrated database of the desk for a test file of its own. */
export const createDeskDatabase = (adminUrl: string): Promise<TestDatabase> =>
  cloneDatabase(adminUrl, {
    program: 'desk',
    migrationsFolder: deskSchema.migrationsFolder,
    migrate: (url) => migrateDatabase(url),
  });
