// Every npm command comes through here: the Node at hand runs this file on a fresh clone, installs what the lock file names,
// and hands over to the command, which runs on the Node that the project pins.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import util from 'node:util';
import { acceptsNode } from './bootstrap/accepts-node.mjs';
import { findNode } from './bootstrap/find-node.mjs';
import { installPackages } from './bootstrap/install-packages.mjs';
import { linkInstalled } from './bootstrap/link-installed.mjs';
import { Refusal } from './bootstrap/refusal.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const envFile = path.join(root, '.env');

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Where the programs of this folder keep their data, as they read it for themselves. */
function findDataDir() {
  const given = fs.existsSync(envFile) ? util.parseEnv(fs.readFileSync(envFile, 'utf8')) : undefined;
  return path.resolve(root, process.env.DATA_DIR || given?.DATA_DIR || '.data');
}

/** @returns the Node that runs the command */
function prepare() {
  const { node } = process.versions;
  if (!acceptsNode(node)) {
    fail(`Node ${node} is too old: install Node 22.12 or newer (or 20.19), with npm, and run the command again.`);
  }
  if (process.platform === 'win32') {
    fail('Front Desk does not run on Windows itself: run it there in WSL 2 or Docker, or on Linux or macOS.');
  }
  try {
    installPackages(root, findDataDir());
    linkInstalled(root);
    return findNode(root);
  } catch (error) {
    if (error instanceof Refusal) fail(error.message);
    throw error;
  }
}

const [command, ...args] = process.argv.slice(2);
const programs = path.join(root, 'programs');
const rooms = [programs, path.join(root, 'tools')];
const script = rooms.map((room) => path.join(room, `${command}.ts`)).find((file) => fs.existsSync(file));
const node = prepare();

// react-server: the desk's server code, outside Next, may then import modules that are marked server-only
const conditions = ['desk-admin', 'carry-over'].includes(command) ? ['--conditions=react-server'] : [];
const drizzleOnce = ['--import', pathToFileURL(path.join(programs, 'resolve-drizzle-once.ts')).href];
// what a person put into .env is for whoever runs the programs: tests and measurements choose their own surroundings
const readsEnvFile = [
  ...['start', 'dev', 'platform', 'desk', 'platform-admin', 'desk-admin'],
  ...['backup', 'restore', 'carry-over', 'databases'],
].includes(command);
// Node says so on stderr where there is none
const environment = readsEnvFile && fs.existsSync(envFile) ? [`--env-file-if-exists=${envFile}`] : [];
const child = spawn(node, [...environment, ...conditions, ...drizzleOnce, script, ...args], {
  cwd: root,
  // over the ipc channel the command notices when this process is killed
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
// the kernel says ENOENT where the system lacks what every program is loaded by
child.on('error', ({ code }) =>
  fail(`${node} cannot run here (${code}): Front Desk needs a Linux with glibc, such as Debian or Ubuntu, or macOS.`),
);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm hands a signal to the shell between us, which ends without passing it on: losing our parent is the same wish
const parent = process.ppid;
setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250).unref();
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)));
