import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '#shared/testing/until.ts';
import { copyEmptyCluster } from '#tools/testing/empty-cluster.ts';
import { openCluster } from './cluster.ts';

const refusal = /^The database in [^\n]* is in use on another machine or in another container: [^\n]*$/;
const nobodysPid = 2 ** 30;

let root = '';
let container: ChildProcessWithoutNullStreams | undefined;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-heartbeat-'));
  fs.chmodSync(root, 0o755);
  copyEmptyCluster(path.join(root, 'desk'));
});
afterEach(async () => {
  await endContainer();
  fs.rmSync(root, { recursive: true });
});

const inFolder = (name: string) => path.join(root, 'desk', 'postgresql', name);
const readIn = (name: string) => fs.readFileSync(inFolder(name), 'utf8');
const open = (access: 'own' | 'share') => openCluster({ home: path.join(root, 'desk'), database: 'desk', access });

/** Leaves the pid file of a server that is not here, and a beat of its owner. */
function leaveServer(beat: string): void {
  const { uid, gid } = fs.statSync(inFolder('PG_VERSION'));
  fs.writeFileSync(inFolder('postmaster.pid'), `${nobodysPid}\n/srv/our-gym\n1\n1\n\n127.0.0.1\n`);
  fs.chownSync(inFolder('postmaster.pid'), uid, gid);
  fs.writeFileSync(inFolder('front-desk.heartbeat'), beat);
}

function beatFrom(place: string): NodeJS.Timeout {
  let beats = 0;
  return setInterval(() => {
    beats += 1;
    fs.writeFileSync(inFolder('front-desk.heartbeat'), `${place}\n${beats}\n`);
  }, 100);
}

test('the owner of a database gives a heartbeat in it until it ends', async () => {
  const { stop } = await open('own');
  const first = await until(() => readIn('front-desk.heartbeat'));
  await until(() => expect(readIn('front-desk.heartbeat')).not.toBe(first));
  await stop();
});

test.each(['own', 'share'] as const)(
  'a database whose owner is alive on another machine is refused to %s it, and its pid file is kept',
  async (access) => {
    leaveServer('another machine\n0\n');
    const noted = readIn('postmaster.pid');
    const beating = beatFrom('another machine');
    try {
      await expect(open(access)).rejects.toThrow(refusal);
    } finally {
      clearInterval(beating);
    }
    expect(readIn('postmaster.pid')).toBe(noted);
  },
);

test('a database of this machine whose server has just been killed is not taken for one in use elsewhere', async () => {
  await (await open('own')).stop();
  const [place = ''] = readIn('front-desk.heartbeat').split('\n');
  leaveServer(''); // as while it is written
  const beating = beatFrom(place);
  try {
    await (await open('share')).stop();
  } finally {
    clearInterval(beating);
  }
});

test('a database whose owner has died starts by itself, also on another machine', async () => {
  leaveServer('another machine\n0\n');
  await (await open('own')).stop();
});

const ownNamespaces = ['--pid', '--ipc', '--fork', '--mount-proc'];
const canHaveNamespaces = spawnSync('unshare', [...ownNamespaces, 'true']).status === 0;

/** Opens the database as a program in a container does that has the data folder as a volume. */
async function openInContainer(): Promise<void> {
  const program = `
    import { openCluster } from './programs/postgresql/cluster.ts';
    await openCluster({ home: '${root}/desk', database: 'desk', access: 'own' });
    process.stdin.on('end', () => process.exit()).resume();
    console.log('open');`;
  const args = [...ownNamespaces, process.execPath, '--input-type=module', '--eval', program];
  const child = spawn('unshare', args);
  container = child;
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk) => {
      said += chunk;
    });
  }
  await until(() => expect(said).toBe('open\n'));
}

/** As if it was killed: the system kills the server with the container's first process, and lets that end last. */
async function endContainer(): Promise<void> {
  const child = container;
  if (child === undefined) return;
  container = undefined;
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.stdin.end();
  await ended;
}

test.runIf(canHaveNamespaces)(
  'a second container on the data folder of a running one is refused, and starts by itself once that was killed',
  async () => {
    await openInContainer();
    const noted = readIn('postmaster.pid');
    await expect(open('own')).rejects.toThrow(refusal);
    await expect(open('share')).rejects.toThrow(refusal);
    expect(readIn('postmaster.pid')).toBe(noted);
    await endContainer();
    await (await open('own')).stop();
  },
);
