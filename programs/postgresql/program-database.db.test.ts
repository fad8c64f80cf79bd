import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bringUpToDate } from '#programs/carry-over/bring-up-to-date.ts';
import { copyEmptyCluster } from '#tools/testing/empty-cluster.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';
import { openCluster } from './cluster.ts';
import { openProgramDatabase, type ProgramDatabase } from './program-database.ts';

const programs = ['desk', 'platform'] as const;
let dataDir = '';
const opened: Pick<ProgramDatabase, 'stop'>[] = [];

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-program-'));
  fs.chmodSync(dataDir, 0o755);
  for (const program of programs) copyEmptyCluster(path.join(dataDir, program));
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.stop();
  fs.rmSync(dataDir, { recursive: true });
});

async function open(program: (typeof programs)[number]): Promise<ProgramDatabase> {
  const database = await openProgramDatabase(program, dataDir, 'own', ownSurroundings());
  opened.push(database);
  return database;
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const rights = `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
                  from pg_roles where rolname = current_user`;
const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false };

/** The owners of everything in the program's schemas, without PostgreSQL's own. */
const owners = `
  with own as (select oid from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public'))
  select distinct pg_get_userbyid(owner) as owner from (
    select nspowner as owner from pg_namespace join own using (oid)
    union select relowner from pg_class where relnamespace in (select oid from own) or relnamespace = 'public'::regnamespace
    union select proowner from pg_proc where pronamespace in (select oid from own) or pronamespace = 'public'::regnamespace
    union select typowner from pg_type where typnamespace in (select oid from own) or typnamespace = 'public'::regnamespace
    union select datdba from pg_database where datname = current_database()) o order by 1`;

test.each(programs)(
  'the %s works as a role that is neither superuser nor can create roles, and owns what it created',
  async (program) => {
    const { url } = await open(program);
    await bringUpToDate(program, url);
    expect(await query(url, rights)).toEqual([none]);
    const roles = (await query<{ owner: string }>(url, owners)).map(({ owner }) => owner);
    expect(roles).toContain('front_desk_program');
    expect(roles).not.toContain('front_desk');
  },
);

test.each(programs)(
  'a data folder in which the %s was a superuser is migrated completely, with its rows',
  async (program) => {
    const before = await openCluster({ home: path.join(dataDir, program), database: program, access: 'own' });
    await bringUpToDate(program, before.url);
    await query(before.url, "create table kept as select 1 as row; create type mood as enum ('good')");
    expect(await query(before.url, owners)).toContainEqual({ owner: 'front_desk' }); // control
    await before.stop();

    const { url } = await open(program);
    expect(await query(url, rights)).toEqual([none]);
    expect(await query(url, owners)).not.toContainEqual({ owner: 'front_desk' });
    await bringUpToDate(program, url);
    await query(url, 'alter table kept add column more int');
    expect(await query(url, 'select row from kept')).toEqual([{ row: 1 }]);
    const grants = `select grantee::text from information_schema.role_table_grants
                   where table_name = 'later' and privilege_type = 'INSERT' order by 1`;
    await query(url, 'create table later ()');
    const granted = await query(url, grants);
    const groups = program === 'platform' ? ['front_desk_operator', 'front_desk_platform'] : [];
    expect(granted).toEqual([...groups, 'front_desk_program'].map((grantee) => ({ grantee })));
  },
);

test('a concurrent command connects with the same URL', async () => {
  const { url } = await open('desk');
  const beside = await openProgramDatabase('desk', dataDir, 'share', ownSurroundings());
  opened.unshift(beside);
  expect(beside.url).toBe(url);
  expect(await query(beside.url, rights)).toEqual([none]);
});
