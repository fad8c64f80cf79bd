import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isAlive } from './is-alive.mjs';

const programs = ['desk', 'platform'];

/**
 * The server of an embedded database under `dataDir`: it runs from the installed packages, like the program that owns
 * it.
 * @returns its folder and process, or undefined if none runs
 */
export function findRunningDatabase(dataDir) {
  for (const program of programs) {
    const folder = findCluster(path.join(dataDir, program));
    const pid = Number(readIfThere(path.join(folder, 'postmaster.pid'))?.split('\n')[0]);
    if (pid && isAlive(pid) && mayBePostgres(pid)) return { folder, pid };
  }
  return undefined;
}

/** Inside, or at the path in `postgresql.path`. */
function findCluster(home) {
  const outside = readIfThere(path.join(home, 'postgresql.path'))?.trim();
  return path.join(outside || home, 'postgresql');
}

function readIfThere(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** After a crash, the recorded id may belong to any process. */
function mayBePostgres(pid) {
  try {
    const name =
      process.platform === 'linux'
        ? fs.readFileSync(`/proc/${pid}/comm`, 'utf8')
        : execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
    return path.basename(name.trim()) === 'postgres';
  } catch {
    return true; // hidden from this user
  }
}
