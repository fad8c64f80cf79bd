import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '#programs/base/free-ports.ts';
import { runPlatformAdmin } from '#programs/demo/run-admin.ts';
import { findBinaries } from '#programs/postgresql/binaries.ts';
import { urlOf } from '#programs/postgresql/connection.ts';
import { findOperatingUser } from '#programs/postgresql/operating-user.ts';
import { startServer, stopServer } from '#programs/postgresql/server.ts';
import { makeOldCluster, oldFolder } from '#tools/testing/old-cluster.ts';
import { runDeskAdmin } from '#tools/testing/run-desk-admin.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-carry-over-'));
fs.chmodSync(root, 0o755);
afterAll(() => fs.rmSync(root, { recursive: true }));

const user = findOperatingUser();
const folderOf = (program: string) => path.join(root, program, 'postgresql');
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATA_DIR: root,
  DESK_SECRET: 's'.repeat(40),
  NODE_ENV: 'test' as const,
};

/** A month for which no start creates a partition. */
const trainLongAgo = `
  select ensure_training_partitions('2019-02-10', '2019-02-10');
  insert into strength_workouts (chain_id, gym_id, occurred_at, event_id, account_id, recorded_at)
  select chain_id, gym_id, '2019-02-10T08:00:00Z', gen_random_uuid(), account_id, now() from memberships limit 1`;
const countTraining = `
  select strength_workouts.tableoid::regclass::text as table, count(*)::int, bool_and(relrowsecurity and relforcerowsecurity) as secured
  from strength_workouts join pg_class on pg_class.oid = strength_workouts.tableoid
  where occurred_at < '2020-01-01' group by 1`;

async function query(url: string, statement: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Queries the platform's own cluster, while its program is stopped. */
async function queryPlatform(statement: string): Promise<object[]> {
  const server = { folder: folderOf('platform'), binaries: findBinaries(user), user };
  const port = await startServer({ ...server, port: await findFreePort() });
  try {
    return await query(urlOf(server.folder, port, 'platform'), statement);
  } finally {
    await stopServer(server);
  }
}

async function run(script: string, ...args: string[]): Promise<{ stdout: string }> {
  return promisify(execFile)(process.execPath, ['programs/bootstrap.mjs', script, ...args], { env });
}

test('a folder without PostgreSQL binaries is refused in one sentence', async () => {
  const refused = run('carry-over', root);
  await expect(refused).rejects.toMatchObject({
    stderr: expect.stringMatching(/^[^\n]*does not hold pg_ctl[^\n]*\n$/),
  });
});

test.runIf(oldFolder)('the binaries of our own PostgreSQL are not accepted as those of the earlier one', async () => {
  fs.mkdirSync(path.join(root, 'platform', 'postgresql'), { recursive: true });
  fs.writeFileSync(path.join(folderOf('platform'), 'PG_VERSION'), '12\n');
  const ours = path.dirname(findBinaries(user).pgCtl);
  await expect(run('carry-over', ours)).rejects.toMatchObject({ stderr: expect.stringContaining('PostgreSQL 12') });
  fs.rmSync(folderOf('platform'), { recursive: true });
});

describeWithOld('databases of an earlier PostgreSQL', (bin) => {
  const listGyms = () => runPlatformAdmin<unknown[]>(env, ['list-gyms']);
  let gyms: unknown[] = [];

  beforeAll(async () => {
    await makeOldCluster(folderOf('platform'), 'platform', bin, async (url) => {
      const old = { ...env, PLATFORM_DATABASE_URL: url };
      await runPlatformAdmin(old, ['seed-demo']);
      gyms = await runPlatformAdmin(old, ['list-gyms']);
      await query(url, trainLongAgo);
    });
    await makeOldCluster(folderOf('desk'), 'desk', bin, (url) => {
      const place = ['--name', 'Our gym', '--time-zone', 'Europe/Berlin', '--api-url', 'http://127.0.0.1:1'];
      return runDeskAdmin({ ...env, DESK_DATABASE_URL: url }, ['add-location', ...place], 'the key');
    });
  });

  test('are refused with the command that carries them over', async () => {
    await expect(run('platform-admin', 'list-gyms')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^[^\n]*npm run carry-over[^\n]*\n$/),
    });
  });

  test('are carried over completely, the old ones are kept, and the programs continue', async () => {
    const { stdout } = await run('carry-over', bin);
    expect(stdout).toMatch(/desk: \d+ rows are carried over/);
    expect(stdout).toMatch(/platform: \d{4,} rows are carried over/);
    expect(await listGyms()).toEqual(gyms);
    expect(await runDeskAdmin(env, ['list-locations'])).toMatchObject([{ name: 'Our gym' }]);
    expect(await queryPlatform(countTraining)).toEqual([
      { table: 'strength_workouts_2019_02', count: 1, secured: true },
    ]);
    const issued = await runPlatformAdmin<{ apiKey: string }>(env, [
      'create-gym',
      '--name',
      'New',
      '--time-zone',
      'Europe/Berlin',
    ]);
    expect(issued.apiKey).toBeTruthy();
    for (const program of ['desk', 'platform']) {
      const kept = fs.readdirSync(path.join(root, program)).filter((name) => name.startsWith('postgresql-'));
      expect(kept).toHaveLength(1);
      expect(fs.readdirSync(path.join(root, program)).sort()).toEqual(['postgresql', ...kept]);
    }
    expect((await run('carry-over', bin)).stdout).toMatch(/desk: nothing to carry over.\nplatform: nothing/);
  });
});

function describeWithOld(name: string, tests: (bin: string) => void): void {
  describe.runIf(oldFolder)(name, () => tests(oldFolder ?? ''));
}
