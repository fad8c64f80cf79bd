import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { publishedUser } from '#contracts/v1/members.ts';
import { findFreePort } from '#programs/base/free-ports.ts';
import { drizzleOnce } from '#programs/base/run-program.ts';
import { runPlatformAdmin } from '#programs/demo/run-admin.ts';
import { openCluster } from '#programs/postgresql/cluster.ts';
import { until } from '#shared/testing/until.ts';
import { copyEmptyCluster } from '#tools/testing/empty-cluster.ts';
import { type BackupNote, listBackups, nameBackup } from './backup-folder.ts';
import { makeBackup } from './make-backup.ts';
import { readMachineId } from './origin.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-backup-'));
fs.chmodSync(root, 0o755);
const original = path.join(root, 'original');
const backups = path.join(root, 'backups');
fs.mkdirSync(backups);
const visitEveryMs = 250; // 240 a minute, below the rate limit of one key
const running = new Set<ChildProcess>();

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});
afterAll(async () => {
  // takes over and stops what a failed test left running
  for (const name of fs.readdirSync(root)) {
    const home = path.join(root, name, 'platform');
    if (fs.existsSync(path.join(home, 'postgresql', 'postmaster.pid'))) {
      await (await openCluster({ home, database: 'platform', access: 'share' })).stop();
    }
  }
  fs.rmSync(root, { recursive: true });
});

const envOf = (dataDir: string) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATA_DIR: dataDir,
  NODE_ENV: 'test' as const,
});

const runScript = (script: string, dataDir: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [...drizzleOnce, `programs/${script}.ts`, ...args], { env: envOf(dataDir) });

async function startPlatform(dataDir: string): Promise<{ url: string; kill(): Promise<void> }> {
  const env = { ...envOf(dataDir), PLATFORM_PORT: String(await findFreePort()) };
  const child = spawn(process.execPath, [...drizzleOnce, 'programs/platform.ts'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.add(child);
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: { ready?: string }) => message.ready && resolve(message.ready));
    child.on('exit', () => reject(new Error('the platform did not start')));
  });
  const kill = async () => {
    const pidFile = path.join(dataDir, 'platform', 'postgresql', 'postmaster.pid');
    child.kill('SIGKILL');
    await ended;
    running.delete(child);
    process.kill(Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
  };
  return { url, kill };
}

interface Acknowledged {
  /** The visit's own time in epoch milliseconds, which identifies it. */
  visitedAt: number;
  at: number;
}

interface GymOfV1 {
  legacyGymId: number;
  accessToken: string;
}

/** Publishes somebody through version 1. */
async function publish(url: string, { legacyGymId, accessToken }: GymOfV1, fields: { userId?: number } = {}) {
  const unique = randomUUID();
  const person = { eMail: `${unique}@example.org`, membershipId: unique, firstName: 'Lena', lastName: 'Vogt' };
  const answer = await fetch(`${url}/v1/user/publish?gymId=${legacyGymId}`, {
    method: 'POST',
    headers: { 'x-access-token': accessToken, 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, gender: 'FEMALE', ...fields }),
  });
  return { status: answer.status, userId: publishedUser.partial().parse(await answer.json()).userId };
}

/** Checks one member in repeatedly, and records each visit that the platform acknowledged. */
function visitRepeatedly(url: string, accountId: string, apiKey: string) {
  const acknowledged: Acknowledged[] = [];
  const visit = async () => {
    const visitedAt = Date.now();
    const { ok } = await fetch(`${url}/api/v2/accounts/${accountId}/checkins`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ timestamp: visitedAt }),
    });
    if (ok) acknowledged.push({ visitedAt, at: Date.now() });
  };
  const timer = setInterval(() => visit().catch(() => {}), visitEveryMs);
  return { acknowledged, stop: () => clearInterval(timer) };
}

async function visitsOf(dataDir: string, accountId: string): Promise<Set<number>> {
  const cluster = await openCluster({ home: path.join(dataDir, 'platform'), database: 'platform', access: 'share' });
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const { rows } = await client.query<{ at: Date }>('select occurred_at as at from visits where account_id = $1', [
    accountId,
  ]);
  await client.end();
  await cluster.stop();
  return new Set(rows.map(({ at }) => at.getTime()));
}

test('a backup during check-ins holds every visit acknowledged before its moment, even if programs die afterwards, and after a restore nobody gets the number of a member who joined since', async () => {
  copyEmptyCluster(path.join(original, 'platform'));
  const platform = await startPlatform(original);
  const { presence } = await runPlatformAdmin<{ presence: { gymId: string; accountId: string }[] }>(envOf(original), [
    'seed-demo',
  ]);
  const { gymId = '', accountId = '' } = presence[0] ?? {};
  const key = ['create-key', '--gym', gymId, '--permissions', 'visits'];
  const { apiKey } = await runPlatformAdmin<{ apiKey: string }>(envOf(original), key);
  const newGym = ['create-gym', '--name', 'West', '--time-zone', 'Europe/Berlin'];
  const gymOfV1 = await runPlatformAdmin<GymOfV1>(envOf(original), newGym);

  const visits = visitRepeatedly(platform.url, accountId, apiKey);
  await until(() => expect(visits.acknowledged.length).toBeGreaterThan(8));
  const made = await runScript('backup', original, backups);
  expect(made.stdout).toContain(`: everything in ${original} up to `);
  const endedAt = Date.now();
  await until(() => expect(visits.acknowledged.some(({ visitedAt }) => visitedAt > endedAt)).toBe(true));
  visits.stop();
  const lost = await publish(platform.url, gymOfV1);
  expect(lost.status).toBe(200);
  await platform.kill();

  const [backup = ''] = listBackups(backups);
  // safe because: the backup command wrote it
  const { asOf, from } = JSON.parse(fs.readFileSync(path.join(backup, 'backup.json'), 'utf8')) as BackupNote;
  expect(from).toEqual({ host: os.hostname(), machine: readMachineId(), dataDir: original });
  const restored = path.join(root, 'restored');
  const { stdout } = await runScript('restore', restored, backups);
  expect(stdout).toMatch(new RegExp(`^Start the programs with DATA_DIR=${restored}, `, 'm'));
  expect(stdout).toMatch(
    /^Before the platform starts, revoke .*"Before a restored platform starts" in docs\/operate\.md\.$/m,
  );
  expect(stdout).toMatch(/^The platform does not give out numbers again /m);
  expect(stdout).toMatch(/^The next start and the nightly backup need this DATA_DIR too: /m);
  const held = await visitsOf(restored, accountId);
  const before = visits.acknowledged.filter(({ at }) => at < Date.parse(asOf));
  expect(before.length).toBeGreaterThan(8);
  expect(before.filter(({ visitedAt }) => !held.has(visitedAt))).toEqual([]);
  // control: the rows counted are those of the copy, not of the original
  expect(visits.acknowledged.every(({ visitedAt }) => held.has(visitedAt))).toBe(false);

  const again = await startPlatform(restored);
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const checkin = { method: 'POST', headers, body: JSON.stringify({ timestamp: Date.now() }) };
  expect((await fetch(`${again.url}/api/v2/accounts/${accountId}/checkins`, checkin)).ok).toBe(true);
  const joined = await publish(again.url, gymOfV1);
  expect(Number(joined.userId)).toBeGreaterThan(Number(lost.userId));
  expect((await publish(again.url, gymOfV1, { userId: Number(lost.userId) })).status).toBe(404);
  await again.kill();
});

test('secrets are in the backup, which only its owner can read, and are restored with it', () => {
  const [backup = ''] = listBackups(backups);
  const secretOf = (folder: string) => fs.readFileSync(path.join(folder, 'platform.secret'), 'utf8');
  expect([secretOf(backup), secretOf(path.join(root, 'restored'))]).toEqual([secretOf(original), secretOf(original)]);
  const isOpen = (file: string) => (fs.statSync(path.join(backup, file)).mode & 0o077) !== 0;
  expect(['', ...fs.readdirSync(backup, { recursive: true, encoding: 'utf8' })].filter(isOpen)).toEqual([]);
  expect(fs.statSync(path.join(root, 'restored', 'platform.secret')).mode & 0o777).toBe(0o600);
});

test('a backup works while the programs are stopped, and --keep deletes only older ones', async () => {
  const [older = ''] = listBackups(backups);
  await runScript('backup', original, backups, '--keep', '1');
  expect(listBackups(backups)).toHaveLength(1);
  expect(fs.existsSync(older)).toBe(false);
  expect(fs.existsSync(path.join(original, 'platform', 'postgresql', 'postmaster.pid'))).toBe(false);
});

test('a backup into a folder that is missing, as where its disk is not mounted, is refused in one sentence, and makes none', async () => {
  const unmounted = path.join(root, 'mnt', 'front-desk');
  await expect(runScript('backup', original, unmounted)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There is no folder [^\n]*is its disk mounted\?[^\n]*\n$/),
  });
  expect(fs.existsSync(path.dirname(unmounted))).toBe(false);
});

test('a former machine that is still backed up into the same folder is reported in one sentence, and loses no backup', async () => {
  const [ours = ''] = listBackups(backups);
  const theirs = path.join(backups, nameBackup(new Date()));
  fs.cpSync(ours, theirs, { recursive: true });
  const file = path.join(theirs, 'backup.json');
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(
    file,
    text.replace(/"from": \{[^}]*\}/, '"from": { "host": "the-former", "dataDir": "/srv/our-gym" }'),
  );
  await expect(runScript('backup', original, backups, '--keep', '1')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`${ours} is deleted.\n`),
    stderr: expect.stringMatching(/^This backup is made, but [^\n]*\(of \/srv\/our-gym on the-former\)[^\n]*\n$/),
  });
  expect(listBackups(backups)).toEqual([theirs, expect.any(String)]);
  fs.rmSync(theirs, { recursive: true });
});

test('stopping a program while its database is copied fails the backup with a one-sentence error and leaves nothing', async () => {
  const owner = await openCluster({ home: path.join(original, 'platform'), database: 'platform', access: 'own' });
  const { copyFile } = fs.promises;
  const copying = vi.spyOn(fs.promises, 'copyFile').mockImplementationOnce(async (...file) => {
    await owner.stop();
    return copyFile(...file);
  });
  const target = path.join(root, 'stopped');
  fs.mkdirSync(target);
  await expect(makeBackup({ dataDir: original, target, signal: new AbortController().signal })).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(/^[^\n]* was stopped meanwhile[^\n]*$/),
  });
  expect(copying).toHaveBeenCalled();
  expect(fs.readdirSync(target)).toEqual([]);
  copying.mockRestore();
});

test('a backup whose name is not the latest is made, deletes none, and reports it in one sentence', async () => {
  const [before = ''] = listBackups(backups);
  const ahead = path.join(backups, 'front-desk-29990101T030000Z');
  fs.renameSync(before, ahead);
  await expect(runScript('backup', original, backups, '--keep', '1')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('read back whole'),
    stderr: expect.stringMatching(/^This backup is made, but [^\n]* has a later name[^\n]*\n$/),
  });
  expect(listBackups(backups)).toEqual([expect.any(String), ahead]);
  fs.rmSync(ahead, { recursive: true });
});

test('a non-empty data folder is refused with a one-sentence error and left unchanged', async () => {
  const taken = path.join(root, 'taken');
  fs.mkdirSync(taken);
  fs.writeFileSync(path.join(taken, 'notes.txt'), 'mine');
  await expect(runScript('restore', taken, backups)).rejects.toMatchObject({
    stderr: expect.stringMatching(/^[^\n]*is not empty[^\n]*\n$/),
  });
  expect(fs.readdirSync(taken)).toEqual(['notes.txt']);
});

test('a damaged backup is refused with a one-sentence error, and the data folder stays empty', async () => {
  const [backup = ''] = listBackups(backups);
  const cluster = path.join(backup, 'platform', 'postgresql');
  const sizeOf = (file: string) => fs.statSync(path.join(cluster, file)).size;
  const tables = fs
    .readdirSync(cluster, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^base\/\d+\/\d+$/.test(file));
  const [largest = ''] = tables.sort((one, other) => sizeOf(other) - sizeOf(one));
  const handle = fs.openSync(path.join(cluster, largest), 'r+');
  fs.writeSync(handle, Buffer.alloc(64, 7), 0, 64, 3 * 8192 + 4000);
  fs.closeSync(handle);
  const anew = path.join(root, 'anew');
  await expect(runScript('restore', anew, backups)).rejects.toMatchObject({
    stderr: expect.stringMatching(/^[^\n]*damaged[^\n]*\n$/),
  });
  expect(fs.readdirSync(anew)).toEqual([]);
});
