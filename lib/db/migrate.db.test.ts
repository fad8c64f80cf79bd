import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { EnvironmentError } from '#lib/env.ts';
import { createDeskDatabase, type TestDatabase } from '#lib/testing/desk-database.ts';
import { migrateDatabase } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDeskDatabase(inject('adminDatabaseUrl'));
});
afterAll(() => database.drop());

test('a schema of this version is left as it is, one that a later version has changed is refused in one sentence', async () => {
  await migrateDatabase(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`insert into desk_migrations (hash, created_at) values ('later', $1)`, [Date.UTC(2100, 0)]);
  await client.end();
  const refused = migrateDatabase(database.url);
  await expect(refused).rejects.toThrow(EnvironmentError);
  await expect(refused).rejects.toThrow(/^The database of the desk was last used by a later Front Desk: [^\n]*$/);
});
