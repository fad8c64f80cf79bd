// Every npm command comes through here: any Node from 20 on runs this file on a fresh clone, installs what the lock
// file names, and hands over to the command, which runs on the Node that the project pins.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const installedLock = path.join(root, 'node_modules', '.package-lock.json');
const busyFolder = path.join(root, '.installing');

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const isInstalled = () =>
  fs.existsSync(installedLock) &&
  fs.statSync(installedLock).mtimeMs >= fs.statSync(path.join(root, 'package-lock.json')).mtimeMs;

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Two commands started at once must not both run npm ci. */
function takeTurn() {
  for (;;) {
    try {
      fs.mkdirSync(busyFolder);
      fs.writeFileSync(path.join(busyFolder, 'pid'), String(process.pid));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      sleep(200);
      const pidFile = path.join(busyFolder, 'pid');
      const pid = fs.existsSync(pidFile) ? Number(fs.readFileSync(pidFile, 'utf8')) : undefined;
      if (pid && !isAlive(pid)) fs.rmSync(busyFolder, { recursive: true, force: true });
    }
  }
}

function install() {
  takeTurn();
  try {
    if (isInstalled()) return;
    process.stderr.write('Installing the packages of the lock file …\n');
    const npm = process.env.npm_execpath
      ? [process.execPath, [process.env.npm_execpath]]
      : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
    // stdout belongs to the command, which may print JSON there
    const { status } = spawnSync(
      npm[0],
      [...npm[1], 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      { cwd: root, stdio: ['ignore', 2, 2] },
    );
    if (status !== 0)
      fail('The packages could not be installed: see the message of npm above, then run the command again.');
    const now = new Date();
    fs.utimesSync(installedLock, now, now);
  } finally {
    fs.rmSync(busyFolder, { recursive: true, force: true });
  }
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Node ${process.versions.node} is too old: install Node 20 or newer, with npm, and run the command again.`);
}

const [command, ...args] = process.argv.slice(2);
const script = path.join(root, 'scripts', `${command}.ts`);
if (!isInstalled()) install();

const node = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
// react-server: the desk's server code, outside Next, may then import modules that are marked server-only
const conditions = ['desk-admin', 'carry-over'].includes(command) ? ['--conditions=react-server'] : [];
const drizzleOnce = ['--import', pathToFileURL(path.join(root, 'scripts', 'resolve-drizzle-once.ts')).href];
// what a person put into .env is for whoever runs the programs: tests and measurements choose their own surroundings
const readsEnvFile = [
  ...['start', 'dev', 'platform', 'desk', 'platform-admin', 'desk-admin'],
  ...['backup', 'restore', 'carry-over', 'databases'],
].includes(command);
const envFile = path.join(root, '.env');
// Node says so on stderr where there is none
const environment = readsEnvFile && fs.existsSync(envFile) ? [`--env-file-if-exists=${envFile}`] : [];
const child = spawn(
  fs.existsSync(node) ? node : process.execPath,
  [...environment, ...conditions, ...drizzleOnce, script, ...args],
  {
    cwd: root,
    // over the ipc channel the command notices when this process is killed
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  },
);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm hands a signal to the shell between us, which ends without passing it on: losing our parent is the same wish
const parent = process.ppid;
setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250).unref();
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)));
