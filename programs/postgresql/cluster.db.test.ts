import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '#shared/testing/until.ts';
import { copyEmptyCluster } from '#tools/testing/empty-cluster.ts';
import { withoutLostClusters } from '#tools/testing/without-lost-clusters.ts';
import { type Cluster, openCluster } from './cluster.ts';

let root = '';
const opened: Cluster[] = [];
const told: string[] = [];

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-cluster-'));
  fs.chmodSync(root, 0o755);
  told.length = 0;
  copyEmptyCluster(path.join(root, 'desk'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((cluster) => cluster.stop()));
  fs.rmSync(root, { recursive: true });
});

async function open(name: string): Promise<Cluster> {
  const tell = (sentence: string) => withoutLostClusters(sentence) && told.push(sentence);
  const cluster = await openCluster({ home: path.join(root, name), database: 'desk', access: 'own', tell });
  opened.push(cluster);
  return cluster;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const pidFile = (name: string) => path.join(root, name, 'postgresql', 'postmaster.pid');
const postmasterOf = (name: string) => Number(fs.readFileSync(pidFile(name), 'utf8').split('\n')[0]);

/** A process of the user who owns `folder`, unrelated to any database. */
function startStranger(folder: string): { pid: number; end(): void } {
  const { uid, gid } = fs.statSync(folder);
  const child = spawn('sleep', ['600'], { uid, gid, cwd: '/', stdio: 'ignore' });
  return { pid: child.pid ?? 0, end: () => child.kill() };
}

test('a first start creates a cluster, which the next one uses', async () => {
  const first = await open('new');
  await query(first.url, 'create table visits as select 1 as visit');
  await first.stop();
  expect(await query((await open('new')).url, 'select visit from visits')).toEqual([{ visit: 1 }]);
});

test('a killed server runs again at the same address, with all its data, and is still owned', async () => {
  const { url } = await open('desk');
  await query(url, 'create table visits as select 1 as visit');
  for (const times of [1, 2]) {
    const killed = postmasterOf('desk');
    process.kill(killed, 'SIGKILL');
    await until(async () => expect(await query(url, 'select visit from visits')).toEqual([{ visit: 1 }]));
    await until(() => expect(told).toHaveLength(times));
    expect(postmasterOf('desk')).not.toBe(killed);
  }
  await expect(open('desk')).rejects.toThrow('Another process already uses');
});

test('a server that cannot be restarted ends its program with one sentence', async () => {
  const { ended } = await open('desk');
  const folder = path.join(root, 'desk', 'postgresql');
  fs.renameSync(path.join(folder, 'global', 'pg_control'), path.join(root, 'pg_control'));
  process.kill(postmasterOf('desk'), 'SIGKILL');
  expect(await ended).toMatch(/^The embedded PostgreSQL in [^\n]* cannot be started again: [^\n]*pg_control[^\n]*$/);
});

test('a stop during the restart of a killed server completes, and leaves nothing running', async () => {
  const { stop } = await open('desk');
  process.kill(postmasterOf('desk'), 'SIGKILL');
  await stop();
  expect(told).toEqual([]);
});

test('a recorded process id that belongs to another process by now does not block the start', async () => {
  await (await open('desk')).stop();
  const folder = path.dirname(pidFile('desk'));
  const stranger = startStranger(folder);
  fs.writeFileSync(pidFile('desk'), `${stranger.pid}\n${folder}\n1\n1\n\n127.0.0.1\n`);
  const { uid, gid } = fs.statSync(folder);
  fs.chownSync(pidFile('desk'), uid, gid);
  const { url } = await open('desk');
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  stranger.end();
});

test('a copy made while the original runs is an independent database', async () => {
  const original = await open('desk');
  await query(original.url, 'checkpoint');
  const folder = path.join(root, 'desk', 'postgresql');
  fs.cpSync(folder, path.join(root, 'copy', 'postgresql'), { recursive: true });
  fs.chmodSync(path.join(root, 'copy', 'postgresql'), 0o700);
  const { uid, gid } = fs.statSync(folder);
  for (const file of ['', ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    const copied = path.join(root, 'copy', 'postgresql', file);
    if (fs.existsSync(copied)) fs.chownSync(copied, uid, gid);
  }
  const copy = await open('copy');
  expect(new URL(copy.url).port).not.toBe(new URL(original.url).port);
  await query(copy.url, 'create table only_here ()');
  expect(await query(original.url, "select 1 from pg_tables where tablename = 'only_here'")).toEqual([]);
});

/** Docker's default: root without CAP_SYS_PTRACE cannot inspect processes of other users. */
const dockerLimits =
  '-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,+net_bind_service,+net_raw,+sys_chroot,+mknod,+audit_write,+setfcap';
const asInContainer = (...command: string[]) => [
  '--bounding-set',
  dockerLimits,
  '--inh-caps',
  dockerLimits,
  ...command,
];
const canDropCapabilities = process.getuid?.() === 0 && spawnSync('setpriv', asInContainer('true')).status === 0;

/** Runs `work`, which has `open(name, access)` and `root`, as root in a container. @returns its output */
function runInContainer(work: string): unknown {
  const program = `
    import fs from 'node:fs';
    import { openCluster } from './programs/postgresql/cluster.ts';
    const root = ${JSON.stringify(root)};
    const open = (name, access) => openCluster({ home: \`\${root}/\${name}\`, database: 'desk', access });
    const noteOf = (name) => fs.readFileSync(\`\${root}/\${name}/postgresql/postmaster.pid\`, 'utf8');
    ${work}`;
  const args = asInContainer(process.execPath, '--input-type=module', '--eval', program);
  const { stdout, stderr, status } = spawnSync('setpriv', args, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

describe.runIf(canDropCapabilities)('as root in a container, without access to processes of other users', () => {
  test('a second opening joins the running server, keeps its pid file, and the first still stops it', () => {
    const told = runInContainer(`
      const first = await open('new', 'own');
      const noted = noteOf('new');
      const second = await open('new', 'share');
      const isLeft = noteOf('new') === noted;
      await second.stop();
      await first.stop();
      const isEnded = !fs.existsSync(\`\${root}/new/postgresql/postmaster.pid\`);
      console.log(JSON.stringify({ isSame: first.url === second.url, isLeft, isEnded }));`);
    expect(told).toEqual({ isSame: true, isLeft: true, isEnded: true });
  });

  test('a copy made while the original runs is an independent database', () => {
    const told = runInContainer(`
      import { execFileSync } from 'node:child_process';
      const original = await open('desk', 'own');
      const noted = noteOf('desk');
      execFileSync('cp', ['-a', \`\${root}/desk\`, \`\${root}/copy\`]);
      const copy = await open('copy', 'own');
      const isLeft = noteOf('desk') === noted;
      const isApart = new URL(copy.url).port !== new URL(original.url).port;
      await copy.stop();
      await original.stop();
      console.log(JSON.stringify({ isApart, isLeft }));`);
    expect(told).toEqual({ isApart: true, isLeft: true });
  });

  test('a recorded process id that belongs to another process by now does not block the start', () => {
    const told = runInContainer(`
      import { spawn } from 'node:child_process';
      await (await open('desk', 'own')).stop();
      const folder = \`\${root}/desk/postgresql\`;
      const { uid, gid } = fs.statSync(folder);
      const stranger = spawn('sleep', ['600'], { uid, gid, cwd: '/', stdio: 'ignore' });
      fs.writeFileSync(\`\${folder}/postmaster.pid\`, \`\${stranger.pid}\\n\${folder}\\n1\\n1\\n\\n127.0.0.1\\n\`);
      fs.chownSync(\`\${folder}/postmaster.pid\`, uid, gid);
      const cluster = await open('desk', 'own');
      const isAnother = !noteOf('desk').startsWith(\`\${stranger.pid}\\n\`);
      stranger.kill();
      await cluster.stop();
      console.log(JSON.stringify({ isAnother }));`);
    expect(told).toEqual({ isAnother: true });
  });
});

/** Mounts a disk where the system allows it: as root on Linux, outside of most containers. */
function mountDisk(size: string): string | undefined {
  const disk = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', disk]).status === 0) return disk;
  fs.rmdirSync(disk);
  return undefined;
}

function unmount(disk: string): void {
  spawnSync('umount', [disk]);
  fs.rmdirSync(disk);
}

const trialDisk = mountDisk('1m');
if (trialDisk) unmount(trialDisk);

test.runIf(trialDisk)(
  'a full or read-only disk is reported in one sentence, and works again with free space',
  async () => {
    const disk = mountDisk('150m') ?? '';
    const openOnDisk = () => openCluster({ home: path.join(disk, 'desk'), database: 'desk', access: 'own' });
    try {
      await (await openOnDisk()).stop();
      spawnSync('mount', ['-o', 'remount,ro', disk]);
      await expect(openOnDisk()).rejects.toThrow(/^The disk that holds [^\n]* is read-only: [^\n]*$/);
      spawnSync('mount', ['-o', 'remount,rw', disk]);
      spawnSync('dd', ['if=/dev/zero', `of=${disk}/filled`, 'bs=1M']);
      await expect(openOnDisk()).rejects.toThrow(/^The disk that holds [^\n]* is full: [^\n]*$/);
      fs.rmSync(path.join(disk, 'filled'));
      await (await openOnDisk()).stop();
    } finally {
      unmount(disk);
    }
  },
);
