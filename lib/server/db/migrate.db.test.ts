import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDeskDatabase } from '#lib/testing/desk-database.ts';
import { isTimeZone } from '#shared/calendar/time-zone.ts';
import { lockMigrations, migratorName } from '#shared/database/migration-lock.ts';
import { EnvironmentError } from '#shared/environment-error.ts';
import type { TestDatabase } from '#shared/testing/cloned-database.ts';
import { runStatements } from '#shared/testing/run-statements.ts';
import { shortZoneNames } from '#shared/testing/short-zone-names.ts';
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

interface Earlier {
  columns: string;
  rows: unknown[];
  /** Other tables that the migration changes. */
  besides?: string[];
}

/** Runs a migration on a table of the earlier version, and returns its rows afterwards. */
async function migrateRows(migration: string, { columns, rows, besides = [] }: Earlier) {
  const file = await readFile(new URL(`./migrations/${migration}.sql`, import.meta.url), 'utf8');
  const client = await connectTo(database.url);
  // before the schema on the path: this table stands for the one of the earlier version
  await client.query(`create temporary table locations (${columns})`);
  for (const table of besides) await client.query(`create temporary table ${table} ()`);
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

test.each([
  ['+02:00', 'Etc/GMT-2', 120],
  ['-0500', 'Etc/GMT+5', -300],
  ['+14', 'Etc/GMT-14', 840],
  ['-00:00', 'Etc/UTC', 0],
  ['+0530', 'Asia/Kolkata', 330],
  ['-09:30', 'Pacific/Marquesas', -570],
  // no region has these
  ['+01:23', 'Etc/GMT-1', 60],
  ['-23:59', 'Etc/GMT+12', -720],
  ['Etc/GMT+1', 'Etc/GMT+1', -60],
])(
  'a location with the time zone %s has %s afterwards, which PostgreSQL reads as the runtime does',
  async (former, timeZone, minutes) => {
    const columns = 'time_zone text not null, id uuid default gen_random_uuid()';
    const migrated = await migrateRows('0040_statement_as_admitted', {
      columns,
      rows: [former],
      besides: ['admissions', 'visits'],
    });
    expect(migrated).toMatchObject([{ time_zone: timeZone }]);
    const noon = Temporal.Instant.from('2026-01-15T12:00:00Z').toZonedDateTimeISO(timeZone);
    const client = await connectTo(database.url);
    const { rows } = await client.query<{ local: string }>(
      `select to_char('2026-01-15T12:00:00Z'::timestamptz at time zone $1, 'YYYY-MM-DD"T"HH24:MI:SS') as local`,
      [timeZone],
    );
    await client.end();
    expect(rows).toEqual([{ local: noon.toPlainDateTime().toString() }]);
    expect(noon.offsetNanoseconds / 60e9).toBe(minutes);
  },
);

test('a location with a name without a slash has the time zone afterwards that the runtime meant by it, and any other keeps its own', async () => {
  const shape = `time_zone text not null constraint locations_time_zone check (time_zone !~ '^[+-]'), place serial`;
  const kept = ['Europe/Kyiv', 'Asia/Calcutta', 'Etc/GMT-2', 'europe/berlin'];
  const rows = [...shortZoneNames, ...kept];
  const migrated = await migrateRows('0041_names_of_time_zones', { columns: shape, rows });
  const names: string[] = migrated.toSorted((one, other) => one.place - other.place).map((row) => row.time_zone);
  expect(names.slice(-kept.length)).toEqual(kept);
  expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
  const client = await connectTo(database.url);
  for (const at of ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z']) {
    const localTime = (timeZone: string) => new Date(at).toLocaleString('sv', { timeZone });
    expect(names.map(localTime)).toEqual(rows.map(localTime));
    const read = await client.query<{ local: string }>(
      `select to_char($1::timestamptz at time zone name, 'YYYY-MM-DD HH24:MI:SS') as local
       from unnest($2::text[]) with ordinality as named (name, place) order by place`,
      [at, names],
    );
    expect(read.rows.map(({ local }) => local)).toEqual(names.map(localTime));
    expect(names.map((name) => localTimeByTemporal(at, name))).toEqual(names.map(localTime));
  }
  await client.end();
});

const localTimeByTemporal = (at: string, name: string) =>
  Temporal.Instant.from(at).toZonedDateTimeISO(name).toPlainDateTime().toString().replace('T', ' ');

test.each(['+02:00', 'CET', 'IST'])('a location cannot have %s as its time zone', async (name) => {
  const client = await connectTo(database.url);
  const refused = client.query(
    `insert into locations (id, name, slug, time_zone, api_url, sealed_api_key, created_at)
     values (gen_random_uuid(), 'West', 'west', $1, 'https://api.example.com', '', now())`,
    [name],
  );
  await expect(refused).rejects.toThrow('locations_time_zone');
  await client.end();
});
