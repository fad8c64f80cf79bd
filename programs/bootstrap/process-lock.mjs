import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isAlive } from './is-alive.mjs';

const pollEveryMs = 200;
/** The maximum age of a lock whose process cannot be distinguished from a later one with the same id. */
const longestLockMs = 15 * 60_000;

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Two concurrent commands must not both run npm ci: the second waits, and names the process it waits for. */
export function acquireLock(lock) {
  let told;
  for (let owner = tryLock(lock); owner !== undefined; owner = tryLock(lock)) {
    if (told !== owner) process.stderr.write(`Waiting for process ${owner}, which installs the packages here …\n`);
    told = owner;
    sleep(pollEveryMs);
  }
}

/**
 * Acquires the lock unless a living process holds it.
 * @param lock the folder that is the lock
 * @returns the process that holds it; undefined if we hold it now
 */
export function tryLock(lock) {
  const mine = `${lock}.${process.pid}`;
  fs.rmSync(mine, { recursive: true, force: true });
  try {
    fs.mkdirSync(mine);
    fs.writeFileSync(path.join(mine, 'owner'), JSON.stringify({ pid: process.pid, start: startOf(process.pid) }));
    while (!isRenamed(mine, lock)) {
      const { text, pid } = readOwner(lock);
      if (pid !== undefined) return pid;
      remove(lock, text);
    }
    return undefined;
  } finally {
    fs.rmSync(mine, { recursive: true, force: true });
  }
}

export function releaseLock(lock) {
  fs.rmSync(lock, { recursive: true, force: true });
}

/** A rename replaces a missing or empty folder only, so the lock contains its owner from the first moment. */
function isRenamed(mine, lock) {
  try {
    fs.renameSync(mine, lock);
    return true;
  } catch (error) {
    // ENOTDIR: the file that an earlier version made in its place
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(error.code)) throw error;
    return false;
  }
}

/** @returns the recorded text, and the process if it is still the one that recorded it */
function readOwner(lock) {
  const file = path.join(lock, 'owner');
  try {
    const text = fs.readFileSync(file, 'utf8');
    const { pid, start } = JSON.parse(text);
    const startNow = startOf(pid);
    const isUndecided = start === '' || startNow === '';
    const isOverdue = Date.now() - fs.statSync(file).mtimeMs > longestLockMs;
    const isTheSame = isUndecided ? !isOverdue : startNow === start;
    return { text, pid: isAlive(pid) && isTheSame ? pid : undefined };
  } catch {
    return { text: '' }; // empty after a power cut, of an earlier version, or gone by now
  }
}

/** Removes the lock of a process that is gone, unless it was acquired by another in the meantime. */
function remove(lock, text) {
  const away = `${lock}.${process.pid}.away`;
  try {
    fs.renameSync(lock, away);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (readOwner(away).text !== text && isRenamed(away, lock)) return;
  fs.rmSync(away, { recursive: true, force: true });
}

/**
 * The start time of a process, which distinguishes it from a later one with the same id, even after a reboot; otherwise
 * ''.
 */
function startOf(pid) {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, ...fields] = stat.slice(stat.lastIndexOf(')') + 1).split(' ');
    return `${fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
  } catch {
    return '';
  }
}
