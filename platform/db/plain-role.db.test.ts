import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runAdmin } from '#platform/admin/main.ts';
import { startPlatform } from '#platform/main.ts';
import { withClient } from '#shared/testing/with-client.ts';

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

function addressOfAdmin(): string {
  const url = new URL(inject('adminDatabaseUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

function addressOfLogin(): string {
  const url = new URL(addressOfAdmin());
  Object.assign(url, { username: login, password: 'plain' });
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
    expect(JSON.parse(await operate('skip-numbers'))).toEqual({ numbers: 'skipped' });
    await platform.metrics.refresh();
    expect(await platform.metrics.registry.getSingleMetricAsString('platform_database_up')).toMatch(/ 1$/m);
  } finally {
    await platform.stop();
  }
});

const functions = [
  "profiles_of_other_chains('')",
  'forget_account(gen_random_uuid())',
  "ensure_training_partitions('2026-01-01', '2026-01-01')",
  "drop_oldest_training_partition('2026-01-01')",
  'analyze_activity()',
  'count_members()',
  "lock_new_email('')",
];
const guarded = ['profiles_of_other_chains(text)', 'forget_account(uuid)'].join(', ');

/** As a migrating login that does not inherit the operator's rights left a database before 0001. */
const openToPublic = `
  GRANT EXECUTE ON FUNCTION ${guarded} TO PUBLIC;
  REVOKE EXECUTE ON FUNCTION ${guarded} FROM front_desk_platform;
  DROP TABLE owner_passkeys, owner_used_challenges;
  DROP TABLE sandbox_faults, sandbox_gyms, sandbox_owner_links, sandbox_state;
  ALTER TABLE owner_sessions DROP session_id, DROP started_at, DROP active_at, DROP authenticated_at, DROP browser,
    DROP is_one_factor;
  ALTER TABLE owners DROP passkey_due_at;
  DROP FUNCTION count_members() CASCADE;
  DROP FUNCTION add_to_member_count(uuid, uuid, integer);
  DROP TABLE member_counts;
  DROP FUNCTION lock_new_email(text);
  DROP TABLE sandbox_attempts, sandbox_requests, secret_canary;
  ALTER TABLE webhooks DROP lane;
  DELETE FROM drizzle.__drizzle_migrations WHERE id > 1`;

/** Calls each function as a login that was granted nothing, and returns the answers. */
async function callAsOtherLogin(): Promise<string[]> {
  const url = new URL(addressOfLogin());
  url.username = `other-${randomUUID()}`;
  await admin.query(`CREATE ROLE "${url.username}" LOGIN PASSWORD 'plain'`);
  try {
    return await withClient(url.href, async (other) => {
      const answers: string[] = [];
      for (const call of functions) {
        const answer = other.query(`SELECT ${call}`).then(
          () => 'allowed',
          (error: Error) => error.message,
        );
        answers.push(await answer);
      }
      return answers;
    });
  } finally {
    await admin.query(`DROP ROLE "${url.username}"`);
  }
}

describe.each([
  ['a new database', ''],
  ['a database whose functions every login could call', openToPublic],
])('in %s', (_, before) => {
  test('only roles of the platform may execute a function that runs with the rights of its owner', async () => {
    await admin.query(await operate('print-roles-sql', '--login', login));
    await operate('upgrade-database');
    if (before !== '') {
      await withClient(addressOfAdmin(), (client) => client.query(before));
      expect(await callAsOtherLogin()).toContain('allowed');
    }
    await operate('upgrade-database');

    const { rows } = await withClient(addressOfAdmin(), (client) =>
      client.query(
        `SELECT proname AS name, has_function_privilege('public', oid, 'execute') AS "isPublic",
           has_function_privilege('front_desk_platform', oid, 'execute')
             OR has_function_privilege('front_desk_operator', oid, 'execute') AS "isOurs"
         FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace`,
      ),
    );
    const names = functions.map((call) => call.replace(/\(.*/, ''));
    expect(rows).toHaveLength(names.length);
    expect(rows).toEqual(expect.arrayContaining(names.map((name) => ({ name, isPublic: false, isOurs: true }))));
    expect(await callAsOtherLogin()).toEqual(names.map((name) => `permission denied for function ${name}`));
  });
});

/** The functions that run as the operator, and who may call them. */
const readRights = (client: pg.Client) =>
  client
    .query<{ name: string; isPublic: boolean; isCalled: boolean }>(
      `SELECT oid::regprocedure::text AS name, has_function_privilege('public', oid, 'execute') AS "isPublic",
         has_function_privilege('front_desk_platform', oid, 'execute') AS "isCalled"
       FROM pg_proc WHERE proowner = 'front_desk_operator'::regrole AND pronamespace = 'public'::regnamespace ORDER BY 1`,
    )
    .then(({ rows }) => rows);

test('after a restore that lost the rights of the operator’s functions, a start sets them as the migrations did', async () => {
  await operate('upgrade-database');
  await withClient(addressOfAdmin(), async (client) => {
    const migrated = await readRights(client);
    expect(migrated.filter(({ isPublic }) => isPublic)).toEqual([]);
    expect(new Set(migrated.map(({ isCalled }) => isCalled))).toEqual(new Set([true, false]));
    const names = migrated.map(({ name }) => name).join(', ');
    // what pg_restore leaves if its login does not inherit the operator's rights
    await client.query(`GRANT EXECUTE ON FUNCTION ${names} TO PUBLIC`);
    await client.query(`REVOKE EXECUTE ON FUNCTION ${names} FROM front_desk_platform`);
    expect((await readRights(client)).filter(({ isPublic }) => !isPublic)).toEqual([]);
    const platform = await start();
    await platform.stop();
    expect(await readRights(client)).toEqual(migrated);
  });
});

test('a name that is not a plain identifier is quoted', async () => {
  const sql = await operate('print-roles-sql', '--login', `o'brien"; DROP`);
  expect(sql).toContain(`TO "o'brien""; DROP"`);
  expect(sql).toContain(`quote_ident('o''brien"; DROP')`);
});
