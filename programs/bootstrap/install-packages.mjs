import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { findRunningDatabase } from './find-running-database.mjs';
import { findUsersOfPackages } from './find-users-of-packages.mjs';
import { acquireLock, releaseLock } from './process-lock.mjs';
import { Refusal } from './refusal.mjs';

const notWritable = {
  EACCES: 'this user may not write there: run the command as its owner',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of its disk is used up',
};

/**
 * Installs the packages in the lock file of `root`, unless they are installed: all of them, or those alone that the
 * programs are built from and run with.
 * @param dataDir its database is also looked up by its own pid file, because it may run from a copy of the packages
 */
export function installPackages(root, dataDir, { withTools }) {
  const isDone = () => isInstalled(root) && (!withTools || hasTools(root));
  if (isDone()) return;
  const lock = path.join(root, '.installing');
  try {
    acquireLock(lock);
  } catch (error) {
    throw error.code in notWritable
      ? new Refusal(`The packages cannot be installed in ${root}: ${notWritable[error.code]}.`)
      : error;
  }
  try {
    if (isDone()) return; // the process that held the lock before us did it
    const isAddition = isInstalled(root) && !fs.existsSync(unfinishedOf(root));
    if (isAddition) fs.writeFileSync(unfinishedOf(root), '');
    else refuseWhileInUse(root, dataDir);
    process.stderr.write(
      isAddition ? 'Installing the tools and tests’ packages …\n' : 'Installing the packages of the lock file …\n',
    );
    // tools that are installed are kept: a checkout where something was tested will test again
    const scope = withTools || hasTools(root) ? '--include=dev' : '--omit=dev';
    const code = runNpm(root, [...(isAddition ? addition : ['ci']), scope]);
    if (code !== null) fs.rmSync(unfinishedOf(root), { force: true }); // npm has undone what failed
    if (code !== 0) {
      throw new Refusal(
        'The packages could not be installed: see the message of npm above, then run the command again.',
      );
    }
    markInstalled(root);
  } finally {
    releaseLock(lock);
  }
}

/** npm removes all packages before it installs any: processes running from them would lose their files. */
function refuseWhileInUse(root, dataDir) {
  if (!fs.existsSync(path.join(root, 'node_modules'))) return;
  const running = findRunningDatabase(dataDir);
  if (running) {
    throw new Refusal(
      `${replaced(root)}, and those that are installed are in use by the database in ${running.folder}: end the programs that work on it, then run the command again (where none is left, "kill -INT ${running.pid}" ends the database).`,
    );
  }
  const users = findUsersOfPackages(root);
  if (users.length === 0) return;
  const shown = users.slice(0, maxReported).map(({ pid, what }) => `${what} (process ${pid})`);
  const more = users.length > maxReported ? ` and ${users.length - maxReported} more` : '';
  throw new Refusal(
    `${replaced(root)}, and those that are installed are in use by ${shown.join(', ')}${more}: end these programs, then run the command again.`,
  );
}

const replaced = (root) =>
  isInstalled(root)
    ? 'Adding the tools was interrupted, so that all packages are installed anew'
    : 'The packages have changed';

const maxReported = 4;

const installedLockOf = (root) => path.join(root, 'node_modules', '.package-lock.json');

/** There while npm adds packages: where it was killed, it would fail at what it left, or keep half of a package. */
const unfinishedOf = (root) => path.join(root, 'node_modules', '.adding');

const lockFileOf = (root) => path.join(root, 'package-lock.json');

const timeOf = (file) => fs.statSync(file).mtimeMs;

const isInstalled = (root) =>
  fs.existsSync(installedLockOf(root)) && timeOf(installedLockOf(root)) >= timeOf(lockFileOf(root));

/** Whether the packages of `devDependencies` are installed too. */
const hasTools = (root) => readIfThere(installedLockOf(root)).includes('"dev": true');

const readIfThere = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

/**
 * Marks the packages as up to date. A lock file from a machine whose clock is ahead has a future mtime. It is set to
 * now as well: a mark with that future time would hide later changes until then.
 */
function markInstalled(root) {
  const now = new Date();
  if (timeOf(lockFileOf(root)) > now.getTime()) fs.utimesSync(lockFileOf(root), now, now);
  fs.utimesSync(installedLockOf(root), now, now);
}

/** Overrides the user's npm settings. No script that runs during an installation has to be trusted. */
const settings = [
  '--include=optional',
  '--ignore-scripts',
  '--engine-strict=false', // `engines` refers to the Node that the project pins
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

/** Adds what is missing of the lock file, which it leaves as it is, like the packages that programs may run from. */
const addition = ['install', '--no-save', '--package-lock'];

function runNpm(root, request) {
  const { npm_execpath: npm } = process.env;
  const [program, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  // stdout belongs to the command, which may print JSON there
  return spawnSync(program, [...args, ...request, ...settings], { cwd: root, stdio: ['ignore', 2, 2] }).status;
}
