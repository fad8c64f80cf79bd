import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { findFreePorts } from '#programs/base/free-ports.ts';
import { root } from '#programs/base/run-program.ts';
import { readDemoState } from '#programs/demo/demo-state.ts';
import { until } from '#shared/testing/until.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';
import type { Section } from './row.ts';
import { readShare, withChildren } from './share-of-memory.ts';

const longestStartMs = 15 * 60_000;
const longestPastMs = 30 * 60_000;
const longestStopMs = 60_000;
/** Of what npm has printed, if it ends too early. */
const shownLines = 20;
/** Until what a start has written is settled. */
const restMs = 60_000;

/**
 * What is printed when a step begins, in the order of the steps. The first one begins with the command, the last one ends where the
 * sign-in page is answered. From `Building the desk` on the platform starts, and the demo is written.
 */
const steps: [name: string, begin: string | null][] = [
  ['npm itself', null],
  ['installing', 'Installing the packages'],
  ['starting what is installed', 'added '],
  ['beginning the build', 'Building the desk'],
  ['compiling the desk', 'Creating an optimized production build'],
  ['drawing its static pages', 'Compiled successfully'],
  ['compressing what is built, and starting the desk', '(Dynamic)'],
];

/** `npm start` in a fresh clone of the last commit, without any cache; then its memory at rest. */
export async function measureColdStart(): Promise<Section> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-cold-'));
  fs.chmodSync(home, 0o755);
  const [dataDir, clone] = [path.join(home, 'data'), path.join(home, 'front-desk')];
  execFileSync('git', ['clone', '--quiet', root, clone]);
  const [deskPort = 0, platformPort = 0] = await findFreePorts(2);
  const { NODE_COMPILE_CACHE: _ours, npm_execpath: _npm, ...surroundings } = ownSurroundings();
  const began = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: clone,
    env: {
      ...surroundings,
      DATA_DIR: dataDir,
      PORT: String(deskPort),
      PLATFORM_PORT: String(platformPort),
      npm_config_cache: path.join(home, 'npm'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => npm.on('exit', resolve));
  const last: string[] = [];
  const tooEarly = ended.then((code) => {
    throw new Error(`npm start ended with ${code}:\n${last.join('\n')}`);
  });
  tooEarly.catch(() => {}); // it ends once all is measured too
  try {
    const begins: number[] = [0];
    const look = (line: string) => {
      last.push(line);
      last.splice(0, last.length - shownLines);
      const step = steps.findIndex(([, begin]) => begin !== null && line.includes(begin));
      if (step >= 0) begins[step] ??= performance.now() - began;
    };
    for (const input of [npm.stdout, npm.stderr]) readline.createInterface({ input }).on('line', look);
    const opened = until(() => requirePage(`http://127.0.0.1:${deskPort}/sign-in`), longestStartMs);
    await Promise.race([opened, tooEarly]);
    const openMs = performance.now() - began;
    const ends = [...begins.slice(1), openMs];
    const shares = await Promise.race([shareAtRest(npm.pid ?? 0, dataDir), tooEarly]);
    const row = (name: string, amount: number, unit: string, budget?: number) => ({
      name,
      value: { amount, unit },
      samples: 1,
      ...(budget !== undefined && { budget }),
    });
    return {
      title: 'npm start in a fresh clone, without caches',
      rows: [
        ...steps.map(([name], step) =>
          row(name, ((ends[step] ?? Number.NaN) - (begins[step] ?? Number.NaN)) / 1000, 's'),
        ),
        row('until the sign-in page is answered', openMs / 1000, 's', 45),
        ...Object.entries(shares).map(([name, megabytes]) => row(`memory at rest: ${name}`, megabytes, 'MB')),
        row(
          'memory at rest',
          Object.values(shares).reduce((sum, one) => sum + one, 0),
          'MB',
          400,
        ),
      ],
    };
  } finally {
    const started = withChildren(npm.pid ?? 0);
    npm.kill('SIGTERM');
    await ended;
    await until(() => {
      if (started.some((pid) => fs.existsSync(`/proc/${pid}`))) throw new Error('npm start has left programs behind.');
    }, longestStopMs);
    fs.rmSync(home, { recursive: true, force: true });
  }
}

async function requirePage(url: string): Promise<void> {
  const page = await fetch(url);
  if (!(await page.text()).includes('<form')) throw new Error(`${url} is no page to sign in: ${page.status}`);
}

/** The memory of each program and of the databases, in megabytes, once the demo's past is written. */
async function shareAtRest(npm: number, dataDir: string): Promise<Record<string, number>> {
  await until(() => {
    if (!readDemoState(dataDir)?.arePortraitsDrawn) throw new Error('The past of the demo was not written.');
  }, longestPastMs);
  await new Promise((resolve) => setTimeout(resolve, restMs));
  const servers = ['desk', 'platform'].map((program) => {
    const [pid] = fs.readFileSync(path.join(dataDir, program, 'postgresql', 'postmaster.pid'), 'utf8').split('\n', 1);
    return Number(pid);
  });
  const programs = withChildren(npm);
  const shareOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + readShare(pid), 0);
  const runs = (name: string) => (pid: number) => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(name);
  const [desk, platform] = ['programs/desk.ts', 'programs/platform.ts'].map((name) => programs.filter(runs(name)));
  const others = programs.filter((pid) => !desk?.includes(pid) && !platform?.includes(pid));
  return {
    desk: shareOf(desk ?? []),
    platform: shareOf(platform ?? []),
    'npm and launcher': shareOf(others),
    'both PostgreSQL': shareOf(servers.flatMap(withChildren)),
  };
}
