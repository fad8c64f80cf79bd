import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { rolesSql } from '#platform/admin/roles-sql.ts';
import { createLog } from '#platform/base/log.ts';
import { openJobQueue } from '#platform/jobs/job-queue.ts';
import { findFreePort } from '#programs/base/free-ports.ts';
import { runPlatformAdmin } from '#programs/demo/run-admin.ts';
import { superuser, urlOf } from '#programs/postgresql/connection.ts';
import { findOperatingUser } from '#programs/postgresql/operating-user.ts';
import { startServer, stopServer } from '#programs/postgresql/server.ts';
import { passwordFileOf } from '#programs/postgresql/usable-cluster.ts';
import { withClient } from '#shared/testing/with-client.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';
import { runDeskAdmin } from '#tools/testing/run-desk-admin.ts';

/** PostgreSQL with its tools, if Debian or Ubuntu packages of it are installed. */
const binFolder = [18, 17, 16, 15]
  .map((major) => `/usr/lib/postgresql/${major}/bin`)
  .find((folder) => fs.existsSync(path.join(folder, 'initdb')));

const tables = `
  select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'm') and nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg_toast%'
  order by 1`;

/** Training is partitioned by month, with partitions created on demand. */
const training = `
  select ensure_training_partitions('2026-10-10', '2026-11-10');
  insert into strength_workouts (chain_id, gym_id, occurred_at, event_id, account_id, recorded_at)
  select chain_id, gym_id, '2026-11-10T08:00:00Z', gen_random_uuid(), account_id, now() from memberships limit 3`;

/** The rows of every table, as `role` sees them. */
const countAs = (url: string, role?: string): Promise<Record<string, number>> =>
  withClient(url, async (client) => {
    if (role) await client.query(`set role ${pg.escapeIdentifier(role)}`);
    const { rows: named } = await client.query<{ name: string }>(tables);
    const counts: Record<string, number> = {};
    for (const { name } of named) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`);
      counts[name] = rows[0]?.count ?? 0;
    }
    return counts;
  });

/** A platform database as README sets it up on an external PostgreSQL: owned by a plain login, with the demo chain. */
async function makePlatform(adminUrl: string, name: string): Promise<string> {
  const url = Object.assign(new URL(adminUrl), { username: name, password: 'a password', pathname: `/${name}` }).href;
  await withClient(adminUrl, async (client) => {
    await client.query(`create role ${name} login password 'a password'`);
    await client.query(`create database ${name} owner ${name}`);
    await client.query(rolesSql(name));
  });
  const env = { ...ownSurroundings(), PLATFORM_DATABASE_URL: url };
  await runPlatformAdmin(env, ['upgrade-database']);
  await (await openJobQueue({ databaseUrl: url, log: createLog('silent') })).stop();
  await runPlatformAdmin(env, ['seed-demo']);
  await withClient(Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href, (client) => client.query(training));
  return url;
}

test('the role for backups sees every row of every table, and the login itself does not', async () => {
  const adminUrl = inject('adminDatabaseUrl');
  const name = 'platform_of_a_backup';
  const url = await makePlatform(adminUrl, name);
  const all = await countAs(Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href);
  expect(Object.keys(all).filter((table) => /^(drizzle|pgboss)\./.test(table)).length).toBeGreaterThan(2);
  expect(all['public.memberships']).toBeGreaterThan(100);
  expect(all['public.strength_workouts_2026_11']).toBe(3);
  expect(await countAs(url, 'front_desk_operator')).toEqual(all);
  // control
  const bySelf = await withClient(url, (client) => client.query('select from memberships'));
  expect(bySelf.rowCount).toBe(0);
});

/** Functions that run with the rights of their owner and may be called by any login of the server. */
const openToEverybody = `
  select proname from pg_proc
   where prosecdef and pronamespace = 'public'::regnamespace
     and (proacl is null or exists (select from aclexplode(proacl) where grantee = 0 and privilege_type = 'EXECUTE'))`;

describe.runIf(binFolder)('on an external PostgreSQL', () => {
  const bin = binFolder ?? '';
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-own-'));
  fs.chmodSync(root, 0o755);
  const folder = path.join(root, 'server');
  const user = findOperatingUser();
  const server = { folder, binaries: { pgCtl: path.join(bin, 'pg_ctl') }, user };
  const document = fs.readFileSync('docs/operate.md', 'utf8');
  let adminUrl = '';
  let platformUrl = '';
  let deskUrl = '';

  /** Runs the matching lines of docs/operate.md in a shell whose files others may read, unchanged and in their order. */
  const runDocumentedLines = (pattern: RegExp, env: Record<string, string>) => {
    const lines = document.split('\n').filter((line) => pattern.test(line));
    expect(lines.length).toBeGreaterThan(0);
    const options = { cwd: root, env: { PATH: `${bin}:${process.env.PATH}`, NODE_ENV: 'test' as const, ...env } };
    return promisify(execFile)('bash', ['-ec', ['umask 022', ...lines].join('\n')], options);
  };
  const addressOf = (database: string) => Object.assign(new URL(adminUrl), { pathname: `/${database}` }).href;

  beforeAll(async () => {
    const password = path.join(root, 'password');
    fs.mkdirSync(folder, { mode: 0o700 });
    fs.writeFileSync(password, 'of the administrator', { mode: 0o600 });
    if (user) for (const file of [folder, password]) fs.chownSync(file, user.uid, user.gid);
    const options = [`--pgdata=${folder}`, `--username=${superuser}`, `--pwfile=${password}`, '--auth=scram-sha-256'];
    execFileSync(path.join(bin, 'initdb'), [...options, '--encoding=UTF8', '--locale=C'], {
      ...user,
      cwd: '/',
      stdio: 'ignore',
    });
    fs.renameSync(password, passwordFileOf(folder));
    adminUrl = urlOf(folder, await startServer({ ...server, port: await findFreePort() }), 'postgres');
    platformUrl = await makePlatform(adminUrl, 'platform');
    await withClient(adminUrl, async (client) => {
      await client.query("create role desk login password 'a password'");
      await client.query('create database desk owner desk');
    });
    deskUrl = platformUrl.replaceAll('platform', 'desk');
    const place = ['--name', 'Our gym', '--time-zone', 'Europe/Berlin', '--api-url', 'http://127.0.0.1:1'];
    const env = { ...ownSurroundings(), DESK_DATABASE_URL: deskUrl, DESK_SECRET: 's'.repeat(40) };
    await runDeskAdmin(env, ['add-location', ...place], 'the key');
  });
  afterAll(async () => {
    await stopServer(server);
    fs.rmSync(root, { recursive: true });
  });

  test('the documented backup is complete, and the documented restore brings back every row and a working platform', async () => {
    const urls = { DESK_DATABASE_URL: deskUrl, PLATFORM_DATABASE_URL: platformUrl };
    await runDocumentedLines(/^at=\$|\bpg_dump --format=custom /, urls);
    const dumps = fs
      .readdirSync(root)
      .filter((name) => name.endsWith('.dump'))
      .sort();
    const [, at = ''] = /^desk-(\d{8}T\d{6}Z)\.dump$/.exec(dumps[0] ?? '') ?? [];
    expect(dumps).toEqual([`desk-${at}.dump`, `platform-${at}.dump`]);
    expect(dumps.map((dump) => fs.statSync(path.join(root, dump)).mode & 0o777)).toEqual([0o600, 0o600]);
    const held = { platform: await countAs(addressOf('platform')), desk: await countAs(addressOf('desk')) };
    const env = { ...ownSurroundings(), PLATFORM_DATABASE_URL: platformUrl };
    const newGym = ['create-gym', '--name', 'West', '--time-zone', 'Europe/Berlin'];
    const createGym = () => runPlatformAdmin<{ legacyGymId: number }>(env, newGym);
    const lost = await createGym();
    await withClient(adminUrl, async (client) => {
      for (const database of ['platform', 'desk']) {
        await client.query(`alter database ${database} rename to ${database}_of_then`);
        await client.query(`create database ${database} owner ${database}`);
      }
    });
    await runDocumentedLines(/^(psql "\$\{PLATFORM_DATABASE_URL:\?\}"|pg_restore) /, { ...urls, at });
    const open = await withClient(addressOf('platform'), (client) => client.query(openToEverybody));
    expect(open.rows).toEqual([]);
    expect(await countAs(addressOf('platform'))).toEqual(held.platform);
    expect(await countAs(addressOf('desk'))).toEqual(held.desk);
    expect(held.platform['public.memberships']).toBeGreaterThan(100);

    await runPlatformAdmin(env, ['skip-numbers']);
    expect((await createGym()).legacyGymId).toBeGreaterThan(lost.legacyGymId);
    const [gym] = await runPlatformAdmin<{ gymId: string }[]>(env, ['list-gyms']);
    const key = await runPlatformAdmin<{ apiKey: string }>(env, [
      'create-key',
      '--gym',
      gym?.gymId ?? '',
      '--permissions',
      'visits',
    ]);
    expect(key.apiKey).toBeTruthy();
    expect(await countAs(platformUrl, 'front_desk_operator')).toMatchObject({
      'public.memberships': held.platform['public.memberships'],
    });
  });

  test('without that role the backup fails instead of being empty (control)', async () => {
    const dump = promisify(execFile)(path.join(bin, 'pg_dump'), ['--format=custom', platformUrl], {
      encoding: 'buffer',
    });
    await expect(dump).rejects.toMatchObject({ code: 1 });
  });
});
