import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { longestTestMs } from '#shared/testing/limits.ts';
import { until } from '#shared/testing/until.ts';
import { copyEmptyCluster } from '#tools/testing/empty-cluster.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';
import { withoutLostClusters } from '#tools/testing/without-lost-clusters.ts';
import { findFreePort } from './base/free-ports.ts';
import { drizzleOnce } from './base/run-program.ts';
import { newDemoState, writeDemoState } from './demo/demo-state.ts';
import { runPlatformAdmin } from './demo/run-admin.ts';
import { openCluster } from './postgresql/cluster.ts';

interface Started {
  child: ChildProcess;
  ready: Promise<string>;
  ended: Promise<{ code: number | null; stderr: string }>;
}

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-launch-'));
const postmaster = path.join(dataDir, 'platform', 'postgresql', 'postmaster.pid');
const running = new Set<ChildProcess>();
let freePort = 0;
const sealing = { PLATFORM_SECRET: 'x'.repeat(40) };

const start = (script: string, env: Record<string, string> = {}) => run([`programs/${script}`], env);

/** Starts the platform like `platform.ts`; it may take as long to stop as a busy machine makes it. */
function startPatiently(): Started {
  const program = `import { runForeground } from './programs/base/run-command.ts';
    import { startPlatformProgram } from './programs/platform/platform-program.ts';
    await runForeground(startPlatformProgram, { stopMs: ${longestTestMs} });`;
  return run(['--input-type=module', '--eval', program], sealing);
}

function run(program: readonly string[], env: Record<string, string>): Started {
  const child = spawn(process.execPath, [...drizzleOnce, ...program], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PLATFORM_PORT: String(freePort),
      PORT: String(freePort),
      NODE_ENV: 'test',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  running.add(child);
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) =>
    child.on('exit', (code) => {
      running.delete(child);
      resolve({ code, stderr: withoutLostClusters(stderr).trim() });
    }),
  );
  const ready = new Promise<string>((resolve, reject) => {
    child.on('message', (message: { ready?: string }) => message.ready && resolve(message.ready));
    void ended.then(() => reject(new Error(`it ended before it was ready: ${stderr}`)));
  });
  ready.catch(() => {});
  return { child, ready, ended };
}

async function stop({ child, ended }: Started): Started['ended'] {
  child.kill('SIGTERM');
  return ended;
}

beforeAll(async () => {
  fs.chmodSync(dataDir, 0o755);
  copyEmptyCluster(path.join(dataDir, 'platform'));
  freePort = await findFreePort();
});

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

afterAll(async () => {
  if (fs.existsSync(postmaster)) {
    // takes over and stops what a failed test left running
    await (await openCluster({ home: path.join(dataDir, 'platform'), database: 'platform', access: 'share' })).stop();
  }
  fs.rmSync(dataDir, { recursive: true, force: true });
});

test('a second process on the same data directory is refused in one sentence, and a command seals nothing under a secret that the first does not have; the first continues, and stops when its parent process is killed, leaving nothing running', async () => {
  const first = startPatiently();
  const url = await first.ready;
  const { code, stderr } = await start('platform.ts').ended;
  expect([code, stderr.split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain('DATA_DIR');
  const env = { PATH: process.env.PATH, NODE_ENV: 'test' as const, DATA_DIR: dataDir };
  await expect(runPlatformAdmin(env, ['reseal'])).rejects.toThrow(/^PLATFORM_SECRET is not set, [^\n]*$/);
  expect(fs.existsSync(path.join(dataDir, 'platform.secret'))).toBe(false);
  expect((await fetch(`${url}/api/v2/accounts`)).status).toBe(401);
  expect(fs.existsSync(postmaster)).toBe(true);
  first.child.disconnect();
  expect((await first.ended).code).toBe(0);
  expect(fs.existsSync(postmaster)).toBe(false);
});

test('after kill -9, the next start takes over the database left running, recovers within moments from its death, and stops it cleanly at SIGTERM', async () => {
  const killed = start('platform.ts', sealing);
  await killed.ready;
  const postmasterId = () => Number(fs.readFileSync(postmaster, 'utf8').split('\n')[0]);
  const left = postmasterId();
  killed.child.kill('SIGKILL');
  await killed.ended;
  const next = startPatiently();
  const url = await next.ready;
  expect(postmasterId()).toBe(left);

  const readiness = async () => (await fetch(`${url}/ready`)).status;
  await until(async () => expect(await readiness()).toBe(200));
  process.kill(left, 'SIGKILL');
  await until(() => expect(postmasterId()).not.toBe(left));
  await until(async () => expect(await readiness()).toBe(200));

  expect(await stop(next)).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^[^\n]* had ended, and runs again\.$/),
  });
  expect(fs.existsSync(postmaster)).toBe(false);
});

test('a program whose database cannot be restarted exits with one sentence, for its supervisor', async () => {
  const platform = start('platform.ts', sealing);
  await platform.ready;
  const control = path.join(path.dirname(postmaster), 'global', 'pg_control');
  fs.renameSync(control, `${control}.away`);
  process.kill(Number(fs.readFileSync(postmaster, 'utf8').split('\n')[0]), 'SIGKILL');
  const { code, stderr } = await platform.ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The embedded PostgreSQL in [^\n]* cannot be started again: [^\n]*$/m);
  fs.renameSync(`${control}.away`, control);
});

test('a program stops as well if the reader of its output was killed with its parent', async () => {
  const program = `import { runForeground } from './programs/base/run-command.ts';
    setInterval(() => console.error('a word'), 5);
    await runForeground(async () => { process.send({ ready: 'yes' }); return { stop: async () => {} }; });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  running.add(child);
  await new Promise((resolve) => child.once('message', resolve));
  child.stderr?.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  child.disconnect();
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
});

test('a port in use is reported with the variable that changes it', async () => {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(freePort, '127.0.0.1', resolve));
  const { code, stderr } = await start('platform.ts', sealing).ended;
  await new Promise((resolve) => server.close(resolve));
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`^[^\\n]*${freePort}[^\\n]*PLATFORM_PORT[^\\n]*$`));
});

test.each([
  ['platform.ts', { PLATFORM_PORT: 'abc' }, 'PLATFORM_PORT'],
  ['platform.ts', { PLATFORM_DATABASE_URL: 'mysql://x' }, 'PLATFORM_DATABASE_URL'],
  ['desk.ts', {}, 'DESK_SECRET'],
  ['desk.ts', { DESK_SECRET: 'x'.repeat(40), GYM_API_URL: 'https://gym.example' }, 'GYM_API_KEY'],
  ['desk.ts', { DESK_SECRET: 'x'.repeat(40), GYM_API_KEY: 'key' }, 'GYM_API_URL'],
  ['desk.ts', { DESK_SECRET: 'x'.repeat(40), DESK_DATABASE_URL: 'nonsense' }, 'DESK_DATABASE_URL'],
  ['start.ts', { GYM_API_URL: 'https://gym.example', DESK_SECRET: 'x'.repeat(40) }, 'GYM_API_KEY'],
])('%s with %o exits with one sentence that names %s', async (script, env, variable) => {
  // safe because: the rows hold text only
  const { code, stderr } = await start(script, env as Record<string, string>).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`^[^\\n]*${variable}[^\\n]*$`));
});

test.each([
  ['start.ts', { PLATFORM_DATABASE_URL: 'postgres://127.0.0.1:1/platform' }],
  ['dev.ts', { DESK_DATABASE_URL: 'postgres://127.0.0.1:1/desk' }],
])('%s with %o creates no demo, and leaves its data folder empty', async (script, env) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-no-demo-'));
  const given = env as Record<string, string>; // safe because: the rows hold text only
  const { code, stderr } = await start(script, { ...given, DATA_DIR: folder }).ended;
  const [variable] = Object.keys(env);
  expect([code, stderr, fs.readdirSync(folder)]).toEqual([
    1,
    expect.stringMatching(new RegExp(`^This is no place for the demo, because ${variable} is set: [^\\n]*$`)),
    [],
  ]);
  fs.rmSync(folder, { recursive: true });
});

test('a desk for a gym does not start on the data of a demo, and says so in one sentence', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-of-demo-'));
  writeDemoState(folder, newDemoState());
  const atGym = { DESK_SECRET: 'x'.repeat(40), GYM_API_URL: 'https://gym.example', GYM_API_KEY: 'key' };
  const { code, stderr } = await start('desk.ts', { ...atGym, DATA_DIR: folder }).ended;
  expect([code, stderr, fs.readdirSync(folder)]).toEqual([
    1,
    expect.stringMatching(/^[^\n]* holds the demo: [^\n]*$/),
    ['demo.json'],
  ]);
  fs.rmSync(folder, { recursive: true });
});

/** Runs an npm command in a data folder that no program has used. */
async function runInNew(...args: string[]): Promise<{ code: number | null; stderr: string; made: string[] }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-new-'));
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, ['programs/bootstrap.mjs', ...args], {
    env: { PATH, HOME, NODE_ENV: 'test', DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const made = fs.readdirSync(folder);
  fs.rmSync(folder, { recursive: true });
  return { code, stderr, made };
}

test.each([
  ['platform-admin', 'list-gyms'],
  ['platform-admin', 'create-gym', '--name', 'Our gym', '--time-zone', 'Europe/Berlin'],
  ['desk-admin', 'list-locations'],
])('%s %s creates no database where there is none, and says so in one sentence', async (...args) => {
  const { code, stderr, made } = await runInNew(...args);
  expect([code, stderr, made]).toEqual([
    1,
    expect.stringMatching(/^There is no database in [^\n]*DATA_DIR[^\n]*\n$/),
    [],
  ]);
});

test.each(['platform-admin', 'desk-admin'])('%s prints its help without a database', async (command) => {
  const { code, made } = await runInNew(command, '--help');
  expect([code, made]).toEqual([0, []]);
});

test.each([
  [['platform-admin', 'list-gyms'], 0],
  [['platform-admin', 'no-such-command'], 1],
] as const)('npm run %s exits with the exit code of the command', async ([command, ...args], code) => {
  const child = spawn(process.execPath, ['programs/bootstrap.mjs', command, ...args], {
    env: { ...ownSurroundings(), DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(code);
});
