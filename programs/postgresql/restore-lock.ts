import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { programs } from '#programs/base/both-programs.ts';
import { readIfThere } from '#programs/base/read-if-there.ts';
import { UserError } from '#programs/base/user-error.ts';
import { releaseLock, tryLock } from '#programs/bootstrap/process-lock.mjs';
import { pointerOf } from './cluster-folder.ts';
import { lockName, lockOf } from './require-restored.ts';

const namesFile = 'names.json';

/** The names of the entries that a restore puts into the data folder. */
const restoredNames = z.array(z.string().regex(/^[^/\\]+$/));

interface RestoreLock {
  /** @throws UserError if something else was put there meanwhile */
  requireAlone(): void;
  end(): void;
}

/**
 * Locks the data folder for one restore, and marks it as unfinished until `end`. First removes what an earlier
 * interrupted restore left there, and nothing else.
 * @param names the entries that will be put there
 * @throws UserError if anything else is in it
 */
export function beginRestore(dataDir: string, names: string[]): RestoreLock {
  const lock = lockOf(dataDir);
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const left = readNames(lock);
  requireNothingBut(dataDir, left);
  const owner = tryLock(lock);
  if (owner !== undefined) throw new UserError(`Process ${owner} is restoring a backup into ${dataDir} already.`);
  try {
    writeNames(lock, left); // the previous lock is gone, and with it the names recorded in it
    requireNothingBut(dataDir, left);
    removeRestored(dataDir, left);
    writeNames(lock, names);
  } catch (error) {
    if (left.length === 0) releaseLock(lock);
    throw error;
  }
  return { requireAlone: () => requireAlone(dataDir, names), end: () => releaseLock(lock) };
}

/** Removes the entries in `names` from the data folder, and a cluster outside it that one of them points to. */
export function removeRestored(dataDir: string, names: string[]): void {
  for (const name of names) {
    const file = path.join(dataDir, name);
    const outside = programs.some((program) => program === name) ? readIfThere(pointerOf(file))?.trim() : undefined;
    if (outside) fs.rmSync(outside, { recursive: true, force: true });
    fs.rmSync(file, { recursive: true, force: true });
  }
}

function findOther(dataDir: string, names: string[]): string | undefined {
  const isOurs = (name: string) => name === lockName || name.startsWith(`${lockName}.`) || names.includes(name);
  return fs.readdirSync(dataDir).find((name) => !isOurs(name));
}

/** A program that checked the folder before the restore began may write to it afterwards. */
function requireAlone(dataDir: string, names: string[]): void {
  const other = findOther(dataDir, names);
  if (other === undefined) return;
  throw new UserError(
    `Something else wrote to ${dataDir} while the backup was put there (${other}), and what was restored is removed again: end what runs with this DATA_DIR, and run "npm run restore" again with another, empty one.`,
  );
}

function requireNothingBut(dataDir: string, names: string[]): void {
  const other = findOther(dataDir, names);
  if (other === undefined) return;
  throw new UserError(
    `${dataDir} is not empty (${other}): set DATA_DIR to an empty folder, or move what is there away.`,
  );
}

const writeNames = (lock: string, names: string[]) =>
  fs.writeFileSync(path.join(lock, namesFile), JSON.stringify(names), { flush: true });

/** The names that the interrupted restore was putting there; none if it had not begun. */
function readNames(lock: string): string[] {
  try {
    return restoredNames.parse(JSON.parse(fs.readFileSync(path.join(lock, namesFile), 'utf8')));
  } catch {
    return [];
  }
}
