import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDeskDatabase } from '#lib/testing/desk-database.ts';
import { lockMigrations, migratorName } from '#shared/database/migration-lock.ts';
import { EnvironmentError } from '#shared/environment-error.ts';
import type { TestDatabase } from '#shared/testing/cloned-database.ts';
import { runStatements } from '#shared/testing/run-statements.ts';
import { deskSchema, migrateDatabase } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDeskDatabase(inject('adminDatabaseUrl'));
});
afterAll(() => database.drop());

async function connectTo(url: string, name?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  await client.connect();
  return client;
}

async function createEmptyDatabase(): Promise<TestDatabase> {
  const admin = await connectTo(inject('adminDatabaseUrl'));
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name}`);
  const url = new URL(inject('adminDatabaseUrl'));
  url.pathname = `/${name}`;
  const drop = async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { url: url.href, drop };
}

test('two processes that start at the same time migrate an empty database once', async () => {
  const empty = await createEmptyDatabase();
  await Promise.all([migrateDatabase(empty.url), migrateDatabase(empty.url)]);
  const client = await connectTo(empty.url);
  const { rows } = await client.query(
    'select count(*)::int as all, count(distinct hash)::int as once from desk_migrations',
  );
  expect(rows[0].all).toBeGreaterThan(0);
  expect(rows[0].all).toBe(rows[0].once);
  await client.end();
  await empty.drop();
});

test('a process that waits too long for another migration gets an error that names the other one and how to end it', async () => {
  const holder = await connectTo(database.url, 'a console');
  await holder.query('begin');
  await lockMigrations(holder, deskSchema, 100);
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  const waiting = migrateDatabase(database.url, { waitMs: 100 });
  await expect(waiting).rejects.toThrow(EnvironmentError);
  await expect(waiting).rejects.toThrow(
    new RegExp(
      `^The database of the desk is being brought up to date by somebody else: "a console" at [\\d.:]+ since \\d{4}-[^\\n]*pg_terminate_backend\\(${rows[0]?.pid}\\)[^\\n]*$`,
    ),
  );
  await holder.query('commit'); // the lock goes with its transaction
  await migrateDatabase(database.url, { waitMs: 100 });
  await holder.end();
});

test('the application name of a migration has process and machine', () => {
  expect(migratorName()).toMatch(new RegExp(`^front-desk migrations, process ${process.pid} of .`));
  expect(Buffer.byteLength(migratorName())).toBeLessThan(64);
});

test('a schema of this version is not changed, and one of a later version is refused in one sentence', async () => {
  await migrateDatabase(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`insert into desk_migrations (hash, created_at) values ('later', $1)`, [Date.UTC(2100, 0)]);
  await client.end();
  const refused = migrateDatabase(database.url);
  await expect(refused).rejects.toThrow(EnvironmentError);
  await expect(refused).rejects.toThrow(/^The database of the desk was last used by a later Front Desk: [^\n]*$/);
});

/** Runs a migration on a table of the earlier version, and returns its rows afterwards. */
async function migrateRows(migration: string, { columns, rows }: { columns: string; rows: unknown[] }) {
  const file = await readFile(new URL(`./migrations/${migration}.sql`, import.meta.url), 'utf8');
  const client = await connectTo(database.url);
  // before the schema on the path: this table stands for the one of the earlier version
  await client.query(`create temporary table locations (${columns})`);
  for (const row of rows) await client.query('insert into locations values ($1)', [row]);
  await runStatements((statement) => client.query(statement), file);
  const migrated = await client.query('select * from locations');
  await client.end();
  return migrated.rows;
}

test('a location keeps its one reader profile, as the first of a list', async () => {
  const profile = { format: 'decimal', byteOrder: 'reversed', byteLength: 4, nfcPrefix: 'NFC:', endKey: 'tab' };
  const rows = await migrateRows('0006_reader_profiles', { columns: 'reader_profile jsonb', rows: [profile] });
  expect(rows).toEqual([{ reader_profiles: [profile] }]);
});

test('a location that required passkeys of managers still does, and no other requires any', async () => {
  const columns = 'requires_passkeys boolean not null';
  const rows = await migrateRows('0016_passkeys_of_everybody', { columns, rows: [true, false] });
  const required = rows.map((row) => row.passkeys_required_of).sort();
  expect([required, Object.keys(rows[0])]).toEqual([['managers', 'nobody'], ['passkeys_required_of']]);
});
