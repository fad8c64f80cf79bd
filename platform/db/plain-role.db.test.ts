import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runAdmin } from '#platform/admin/main.ts';
import { startPlatform } from '#platform/main.ts';

const login = `plain-${randomUUID()}`;
const database = `plain_${randomUUID().replaceAll('-', '')}`;
let admin: pg.Client;

/** A role as `CREATE ROLE … LOGIN` creates it: owner of its database, without further rights. */
beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('adminDatabaseUrl') });
  await admin.connect();
  await admin.query(`CREATE ROLE "${login}" LOGIN PASSWORD 'plain'`);
  await admin.query(`CREATE DATABASE ${database} OWNER "${login}"`);
});
afterAll(async () => {
  await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
  await admin.query(`DROP OWNED BY "${login}"`);
  await admin.query(`DROP ROLE "${login}"`);
  await admin.end();
});

function addressOfLogin(): string {
  const url = new URL(inject('adminDatabaseUrl'));
  Object.assign(url, { username: login, password: 'plain', pathname: `/${database}` });
  return url.href;
}

const start = () =>
  startPlatform({
    PLATFORM_DATABASE_URL: addressOfLogin(),
    PLATFORM_PORT: '0',
    PLATFORM_SECRET: 'a secret of the tests, long enough',
    LOG_LEVEL: 'silent',
  });

async function operate(...words: string[]): Promise<string> {
  let printed = '';
  const write = (text: string) => {
    printed += text;
  };
  expect(await runAdmin(words, { databaseUrl: addressOfLogin(), write })).toBe(0);
  return printed;
}

test('a role that cannot create roles is told which command prints the SQL, and afterwards needs nothing more', async () => {
  await expect(start()).rejects.toThrow(/^"plain-[^\n]*print-roles-sql --login plain-[\w-]+"[^\n]*$/);

  const sql = await operate('print-roles-sql', '--login', login);
  await admin.query(sql);
  await admin.query(sql); // the second run must change nothing
  const { rows } = await admin.query(
    'SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolinherit FROM pg_roles WHERE rolname = $1',
    [login],
  );
  expect(rows).toEqual([
    { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false, rolinherit: true },
  ]);

  const platform = await start();
  try {
    const { apiKey } = JSON.parse(await operate('create-gym', '--name', 'Gym', '--time-zone', 'Europe/Berlin'));
    const answer = await fetch(`${platform.url}/api/v2/accounts`, { headers: { 'x-api-key': apiKey } });
    expect([answer.status, await answer.json()]).toMatchObject([200, {}]);
    await platform.metrics.refresh();
    expect(await platform.metrics.registry.getSingleMetricAsString('platform_database_up')).toMatch(/ 1$/m);
  } finally {
    await platform.stop();
  }
});

test('a name that is not a plain identifier is quoted', async () => {
  const sql = await operate('print-roles-sql', '--login', `o'brien"; DROP`);
  expect(sql).toContain(`TO "o'brien""; DROP"`);
  expect(sql).toContain(`quote_ident('o''brien"; DROP')`);
});
