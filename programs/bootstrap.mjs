// Every npm command starts here: the Node at hand runs this file on a fresh clone, installs the packages of the lock
// file, and starts the command on the Node version that the project pins.
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

/** The data folder of the programs, as they determine it themselves. */
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
    installPackages(root, findDataDir(), { withTools });
    linkInstalled(root);
    return findNode(root);
  } catch (error) {
    if (error instanceof Refusal) fail(error.message);
    throw error;
  }
}

const [command, ...args] = process.argv.slice(2);
const programs = path.join(root, 'programs');
const tools = path.join(root, 'tools');
const script = [programs, tools].map((room) => path.join(room, `${command}.ts`)).find((file) => fs.existsSync(file));
// the build for production bundles the platform by a tool
const withTools = script?.startsWith(tools + path.sep) || ['build', 'dev'].includes(command);
const node = prepare();

// react-server: allows the desk's server code, outside Next, to import modules that are marked server-only
const conditions = ['desk-admin', 'carry-over'].includes(command) ? ['--conditions=react-server'] : [];
const youngGeneration = '--max-semi-space-size=8';
const drizzleOnce = ['--import', pathToFileURL(path.join(programs, 'resolve-drizzle-once.ts')).href];
// .env configures the installation that these commands run or operate: tests and benchmarks set their own environment
const readsEnvFile = [
  'start',
  'dev',
  'platform',
  'desk',
  'platform-admin',
  'desk-admin',
  'backup',
  'restore',
  'carry-over',
  'databases',
].includes(command);
// without the file Node prints a message to stderr
const environment = readsEnvFile && fs.existsSync(envFile) ? [`--env-file-if-exists=${envFile}`] : [];
// by the environment, which reaches the first module too, and every program that the command starts
const compiled = path.join(root, 'node_modules', '.cache', 'node');
const child = spawn(node, [...environment, ...conditions, youngGeneration, ...drizzleOnce, script, ...args], {
  cwd: root,
  env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  // the command detects by the closed IPC channel that this process was killed
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
// spawn reports ENOENT if the system lacks the dynamic loader (glibc) of the binary
child.on('error', ({ code }) =>
  fail(`${node} cannot run here (${code}): Front Desk needs a Linux with glibc, such as Debian or Ubuntu, or macOS.`),
);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm signals the shell between us, which exits without passing the signal on: losing our parent means the same
const parent = process.ppid;
setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250).unref();
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)));
