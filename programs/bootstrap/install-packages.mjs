import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { findRunningDatabase } from './find-running-database.mjs';
import { findUsersOfPackages } from './find-users-of-packages.mjs';
import { Refusal } from './refusal.mjs';
import { releaseTurn, takeTurn } from './turn.mjs';

const notWritable = {
  EACCES: 'this user may not write there: run the command as its owner',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of its disk is used up',
};

/**
 * Installs what the lock file of `root` names, unless it is there.
 * @param dataDir whose database is looked for by its own note, too: it may run from a copy of the packages
 */
export function installPackages(root, dataDir) {
  if (isInstalled(root)) return;
  const turn = path.join(root, '.installing');
  try {
    takeTurn(turn);
  } catch (error) {
    throw error.code in notWritable
      ? new Refusal(`The packages cannot be installed in ${root}: ${notWritable[error.code]}.`)
      : error;
  }
  try {
    if (isInstalled(root)) return; // the one before us did it
    refuseWhileInUse(root, dataDir);
    process.stderr.write('Installing the packages of the lock file …\n');
    if (runNpmCi(root) !== 0) {
      throw new Refusal(
        'The packages could not be installed: see the message of npm above, then run the command again.',
      );
    }
    markInstalled(root);
  } finally {
    releaseTurn(turn);
  }
}

/** npm removes all packages before it installs any: what runs from them would lose its files under way. */
function refuseWhileInUse(root, dataDir) {
  if (!fs.existsSync(path.join(root, 'node_modules'))) return;
  const running = findRunningDatabase(dataDir);
  if (running) {
    throw new Refusal(
      `The packages have changed, and those that are installed are in use by the database in ${running.folder}: end the programs that work on it, then run the command again (where none is left, "kill -INT ${running.pid}" ends the database).`,
    );
  }
  const users = findUsersOfPackages(root);
  if (users.length === 0) return;
  const told = users.slice(0, mostTold).map(({ pid, what }) => `${what} (process ${pid})`);
  const more = users.length > mostTold ? ` and ${users.length - mostTold} more` : '';
  throw new Refusal(
    `The packages have changed, and those that are installed are in use by ${told.join(', ')}${more}: end these programs, then run the command again.`,
  );
}

const mostTold = 4;

const installedLockOf = (root) => path.join(root, 'node_modules', '.package-lock.json');

const lockOf = (root) => path.join(root, 'package-lock.json');

const timeOf = (file) => fs.statSync(file).mtimeMs;

const isInstalled = (root) =>
  fs.existsSync(installedLockOf(root)) && timeOf(installedLockOf(root)) >= timeOf(lockOf(root));

/**
 * A lock file brought here from a machine whose clock is ahead has a time that is still to come. It gets that of now, too: a
 * mark as late as that would hide what changes in it until then.
 */
function markInstalled(root) {
  const now = new Date();
  if (timeOf(lockOf(root)) > now.getTime()) fs.utimesSync(lockOf(root), now, now);
  fs.utimesSync(installedLockOf(root), now, now);
}

/** Says what a person may have set otherwise for all projects. What runs while packages are installed needs no trust then. */
const settings = [
  '--include=dev',
  '--include=optional',
  '--ignore-scripts',
  '--engine-strict=false', // what is asked for there is asked of the Node that the project pins
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

function runNpmCi(root) {
  const { npm_execpath: npm } = process.env;
  const [program, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  // stdout belongs to the command, which may print JSON there
  return spawnSync(program, [...args, 'ci', ...settings], { cwd: root, stdio: ['ignore', 2, 2] }).status;
}
