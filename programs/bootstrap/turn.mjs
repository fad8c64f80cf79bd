import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isAlive } from './is-alive.mjs';

const lookEveryMs = 200;
/** How long a process may have it that cannot be told from another one of the same id. */
const longestTurnMs = 15 * 60_000;

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Two commands started at once must not both run npm ci: the second waits, and says for whom. */
export function takeTurn(turn) {
  let told;
  for (let owner = tryTurn(turn); owner !== undefined; owner = tryTurn(turn)) {
    if (told !== owner) process.stderr.write(`Waiting for process ${owner}, which installs the packages here …\n`);
    told = owner;
    sleep(lookEveryMs);
  }
}

/**
 * Takes the turn unless a living process has it.
 * @param turn the folder that stands for it
 * @returns the process that has it; undefined where it is ours now
 */
export function tryTurn(turn) {
  const mine = `${turn}.${process.pid}`;
  fs.rmSync(mine, { recursive: true, force: true });
  try {
    fs.mkdirSync(mine);
    fs.writeFileSync(path.join(mine, 'owner'), JSON.stringify({ pid: process.pid, start: startOf(process.pid) }));
    while (!isRenamed(mine, turn)) {
      const { text, pid } = readOwner(turn);
      if (pid !== undefined) return pid;
      remove(turn, text);
    }
    return undefined;
  } finally {
    fs.rmSync(mine, { recursive: true, force: true });
  }
}

export function releaseTurn(turn) {
  fs.rmSync(turn, { recursive: true, force: true });
}

/** A folder takes the place of an empty one or of none: whoever has the turn, its owner is noted in it from the first moment. */
function isRenamed(mine, turn) {
  try {
    fs.renameSync(mine, turn);
    return true;
  } catch (error) {
    // ENOTDIR: the file that an earlier version made in its place
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(error.code)) throw error;
    return false;
  }
}

/** @returns what is noted, and the process where it is still the one that noted it */
function readOwner(turn) {
  const file = path.join(turn, 'owner');
  try {
    const text = fs.readFileSync(file, 'utf8');
    const { pid, start } = JSON.parse(text);
    const startNow = startOf(pid);
    const isUntold = start === '' || startNow === '';
    const isOverdue = Date.now() - fs.statSync(file).mtimeMs > longestTurnMs;
    const isTheSame = isUntold ? !isOverdue : startNow === start;
    return { text, pid: isAlive(pid) && isTheSame ? pid : undefined };
  } catch {
    return { text: '' }; // empty after a power cut, of an earlier version, or gone by now
  }
}

/** Removes the turn of a process that is gone, unless somebody took it in the meantime. */
function remove(turn, text) {
  const away = `${turn}.${process.pid}.away`;
  try {
    fs.renameSync(turn, away);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (readOwner(away).text !== text && isRenamed(away, turn)) return;
  fs.rmSync(away, { recursive: true, force: true });
}

/** When a process began, by which it is told from a later one of its id, also after a restart of the machine; else ''. */
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
