import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/server/db/client.ts';
import { deskSchema } from '#lib/server/db/migrate.ts';
import { createDeskDatabase } from '#lib/testing/desk-database.ts';
import { newestMigration } from '#shared/database/schema-state.ts';
import { readReadiness } from './readiness.ts';

test('a desk is ready when its database answers and has every migration that the desk knows', async () => {
  const database = await createDeskDatabase(inject('adminDatabaseUrl'));
  const { db, close } = openDatabase(database.url);
  const newest = newestMigration(deskSchema.migrationsFolder);
  expect(await readReadiness(db, newest)).toBe('ready');
  // a later version has migrated it further
  expect(await readReadiness(db, newest - 1)).toBe('laterVersion');
  await db.execute(sql`delete from desk_migrations where created_at = ${newest}`);
  expect(await readReadiness(db, newest)).toBe('notMigrated');
  await close();
  expect(await readReadiness(db, newest)).toBe('databaseAway');
  await database.drop();
});
