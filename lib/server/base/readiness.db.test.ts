import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/server/db/client.ts';
import { deskSchema } from '#lib/server/db/migrate.ts';
import { createDeskDatabase } from '#lib/testing/desk-database.ts';
import { newestMigration } from '#shared/database/schema-state.ts';
import { until } from '#shared/testing/until.ts';
import { readReadiness } from './readiness.ts';

test('a desk is ready when its database answers and has every migration that the desk knows', async () => {
  const database = await createDeskDatabase(inject('adminDatabaseUrl'));
  const { db, close } = openDatabase(database.url);
  const newest = newestMigration(deskSchema.migrationsFolder);
  const isReady = (newestMigration: number, readiness: string) =>
    // a busy machine may take longer for a new connection than the desk waits
    until(async () => expect(await readReadiness(db, newestMigration)).toBe(readiness));
  await isReady(newest, 'ready');
  // a later version has migrated it further
  await isReady(newest - 1, 'laterVersion');
  await db.execute(sql`delete from desk_migrations where created_at = ${newest}`);
  await isReady(newest, 'notMigrated');
  await close();
  expect(await readReadiness(db, newest)).toBe('databaseAway');
  await database.drop();
});
