import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isAlive } from '#programs/base/is-alive.ts';
import { readIfThere } from '#programs/base/read-if-there.ts';
import { drizzleOnce } from '#programs/base/run-program.ts';
import { openCluster } from '#programs/postgresql/cluster.ts';
import { copyEmptyCluster } from '#tools/testing/empty-cluster.ts';
import { clusterIn, listBackups } from './backup-folder.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-killed-'));
fs.chmodSync(root, 0o755);
const gym = path.join(root, 'gym');
const otherGym = path.join(root, 'other-gym');
const backups = path.join(root, 'backups');
const rows = 60_000;
const running = new Set<ChildProcess>();
let backupOfGym = '';

async function makeGym(dataDir: string, programs: string[]): Promise<void> {
  for (const program of programs) {
    const cluster = await openCluster({ home: path.join(dataDir, program), database: program, access: 'own' });
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    await client.query(`create table members as select id, md5(id::text) as name from generate_series(1, ${rows}) id`);
    await client.query('create index on members (name)');
    await client.end();
    await cluster.stop();
  }
  fs.writeFileSync(path.join(dataDir, 'platform.secret'), `the secret of ${path.basename(dataDir)}, long enough`);
}

interface Ended {
  code: number | null;
  stderr: string;
}

function start(script: string, dataDir: string, ...args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [...drizzleOnce, `programs/${script}.ts`, ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, stderr })));
  return { child, ended };
}

/** Runs a command and sends it `signal` once `isThere`; repeats if it finished before that was seen. */
async function kill(
  signal: NodeJS.Signals,
  isThere: () => boolean,
  again: () => { child: ChildProcess; ended: Promise<Ended> },
): Promise<Ended> {
  for (;;) {
    const { child, ended } = again();
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    while (!isOver && !isThere()) await sleep(2);
    if (isOver) continue;
    child.kill(signal);
    return ended;
  }
}

const readBackOf = (program: string) => path.join(gym, program, 'postgresql.read-back');
/** 0 without a server, and for the moment in which a server's new file is empty. */
const pidIn = (folder: string) => Number(readIfThere(path.join(folder, 'postmaster.pid'))?.split('\n')[0] ?? 0);
const isReadBack = () => pidIn(readBackOf('desk')) > 0;
const emptyBackups = () => {
  fs.rmSync(backups, { recursive: true, force: true });
  fs.mkdirSync(backups);
};
const isCopied = () => fs.readdirSync(backups).some((name) => name.endsWith('.unfinished'));
const listSiblings = () => ['desk', 'platform'].map((program) => fs.readdirSync(path.join(gym, program)));
const onlyClusters = [['postgresql'], ['postgresql']];

async function countIn(dataDir: string, program: string): Promise<number> {
  const cluster = await openCluster({ home: path.join(dataDir, program), database: program, access: 'share' });
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const { rowCount } = await client.query('select name from members');
  await client.end();
  await cluster.stop();
  return rowCount ?? 0;
}

beforeAll(async () => {
  for (const program of ['desk', 'platform']) copyEmptyCluster(path.join(gym, program));
  await makeGym(gym, ['desk', 'platform']);
  // this gym creates its cluster, whose identifier differs from that of the copied ones
  await makeGym(otherGym, ['desk']);
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

test.each([
  ['while it copies', 'SIGTERM', isCopied],
  ['while the copy is read back', 'SIGINT', isReadBack],
  ['while the copy is read back, by a closed terminal', 'SIGHUP', isReadBack],
] as const)('a backup aborted %s leaves nothing behind, and says so', async (_when, signal, isThere) => {
  const { code, stderr } = await kill(signal, isThere, () => {
    emptyBackups();
    return start('backup', gym, backups);
  });
  expect([code, stderr]).toEqual([1, 'Stopped before it was done: nothing of it is left.\n']);
  expect(fs.readdirSync(backups)).toEqual([]);
  expect(listSiblings()).toEqual(onlyClusters);
});

test('the next backup removes what a killed one left, including its running server', async () => {
  emptyBackups();
  const killed = await kill('SIGKILL', isReadBack, () => start('backup', gym, backups));
  expect(killed.code).toBeNull();
  const before = listBackups(backups).length;
  const left = pidIn(readBackOf('desk'));
  expect(isCopied()).toBe(true); // control: there is something to remove
  fs.mkdirSync(`${readBackOf('desk')}.4711`); // left by an earlier killed backup
  const foreign = path.join(backups, 'front-desk-20261120T030000Z.01234567.unfinished');
  fs.mkdirSync(foreign); // being made there by another gym
  expect(await start('backup', gym, backups).ended).toMatchObject({ code: 0 });
  expect(listBackups(backups)).toHaveLength(before + 1);
  expect(fs.readdirSync(backups).filter((name) => name.endsWith('.unfinished'))).toEqual([path.basename(foreign)]);
  expect(listSiblings()).toEqual(onlyClusters);
  expect(isAlive(left)).toBe(false);
});

test('two gyms can back up into one folder at once, even within the same second; a concurrent second backup of one gym is refused in one sentence and does not affect the first', async () => {
  emptyBackups();
  const one = start('backup', gym, backups);
  while (!isCopied()) await sleep(2);
  const [unfinished = ''] = fs.readdirSync(backups);
  const [name = ''] = unfinished.split('.');
  // simulate another backup that was started in this same second and finishes first
  fs.mkdirSync(path.join(backups, name));
  fs.writeFileSync(path.join(backups, name, 'backup.json'), '{}');
  // however fast it is: it must not be over when the second one looks
  one.child.kill('SIGSTOP');
  const second = start('backup', gym, backups);
  expect(await second.ended).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^Another backup of [^\n]* is being made[^\n]*\n$/),
  });
  one.child.kill('SIGCONT');
  const other = start('backup', otherGym, backups);
  expect([await one.ended, await other.ended]).toEqual([
    { code: 0, stderr: '' },
    { code: 0, stderr: '' },
  ]);
  const made = listBackups(backups);
  expect(made.map((backup) => path.basename(backup))).toContain(`${name}-2`);
  expect(made).toHaveLength(2);
  backupOfGym = made.find((backup) => fs.existsSync(clusterIn(backup, 'platform'))) ?? '';
  await expect(start('restore', path.join(root, 'whose'), backups).ended).resolves.toEqual({
    code: 1,
    stderr: expect.stringMatching(/^[^\n]*has backups of different databases[^\n]*\n$/),
  });
});

test('a restore that is killed midway is not mistaken for a complete one, and can be repeated', async () => {
  const restored = path.join(root, 'restored');
  const isPartlyRestored = () => fs.existsSync(path.join(restored, 'desk', 'postgresql', 'PG_VERSION'));
  const end = (signal: NodeJS.Signals) =>
    kill(signal, isPartlyRestored, () => {
      fs.rmSync(restored, { recursive: true, force: true });
      return start('restore', restored, backupOfGym);
    });

  const ended = await end('SIGTERM');
  expect(ended).toEqual({ code: 1, stderr: 'Stopped before it was done: nothing of it is left.\n' });
  expect(fs.readdirSync(restored)).toEqual([]);

  await end('SIGKILL');
  expect(isPartlyRestored()).toBe(true);
  for (const script of ['platform', 'backup']) {
    const args = script === 'backup' ? [backups] : [];
    expect(await start(script, restored, ...args).ended).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^[^\n]*run "npm run restore" again[^\n]*\n$/),
    });
  }
  expect(fs.readdirSync(restored)).not.toContain('platform.secret');
  expect(await start('restore', restored, backupOfGym).ended).toEqual({ code: 0, stderr: '' });
  expect(fs.readdirSync(restored).sort()).toEqual(['desk', 'platform', 'platform.secret']);
  expect([await countIn(restored, 'desk'), await countIn(restored, 'platform')]).toEqual([rows, rows]);
});
