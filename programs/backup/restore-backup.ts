import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { skipNumbers } from '#platform/db/skip-numbers.ts';
import { programs } from '#programs/base/both-programs.ts';
import { syncFile } from '#programs/base/sync-file.ts';
import { UserError } from '#programs/base/user-error.ts';
import { findBinaries } from '#programs/postgresql/binaries.ts';
import { makeClusterFolder } from '#programs/postgresql/cluster-folder.ts';
import { findOperatingUser } from '#programs/postgresql/operating-user.ts';
import { beginRestore, removeRestored } from '#programs/postgresql/restore-lock.ts';
import { type BackupNote, clusterIn, requireRoom, sizeOf } from './backup-folder.ts';
import { copyCluster } from './copy-cluster.ts';
import { type Contents, readBack } from './read-back.ts';

interface RestoreOptions {
  backup: string;
  note: BackupNote;
  /** Must be empty, except for what an interrupted restore left. */
  dataDir: string;
  /** Aborts the restore, and removes what was put there so far. */
  signal: AbortSignal;
}

interface Restored {
  /** Whether it is of an older PostgreSQL: it is not read, and goes on with the numbers that it had. */
  needsCarryOver: boolean;
}

/**
 * Restores a backup into `dataDir` and reads it there once. Until that is done the folder is marked as unfinished, and
 * no program starts on it. The platform skips the numbers that it gave out after the backup.
 * @throws UserError
 */
export async function restoreBackup({ backup, note, dataDir, signal }: RestoreOptions): Promise<Restored> {
  const user = findOperatingUser();
  const binaries = findBinaries(user);
  if (note.postgresql > binaries.major) {
    throw new UserError(
      `This is a backup of PostgreSQL ${note.postgresql}, and this Front Desk brings ${binaries.major}: restore it with the Front Desk that made it.`,
    );
  }
  const needsCarryOver = note.postgresql < binaries.major;
  const held = programs.filter((program) => note.programs[program]);
  const names = [...held, ...note.files];
  const lock = beginRestore(dataDir, names);
  try {
    for (const program of programs) {
      const written = note.programs[program];
      if (!written) continue;
      const home = path.join(dataDir, program);
      const left = held.slice(held.indexOf(program)).map((one) => clusterIn(backup, one));
      const folder = await makeClusterFolder({ home, user }, (into) => {
        // not earlier: now the disk is known, and what an interrupted restore left on it is removed
        requireRoom(path.dirname(into), sizeOfAll(left));
        return copyCluster(clusterIn(backup, program), into, { user, signal });
      });
      if (needsCarryOver) continue; // the PostgreSQL that wrote it reads it during the carry-over
      const change = program === 'platform' ? (client: pg.Client) => skipNumbers(client, new Date()) : undefined;
      const read = await readBack({ folder, database: program, binaries, user, isThrownAway: false, signal, change });
      requireSame(program, written, read);
    }
    for (const name of note.files) {
      const file = path.join(dataDir, name);
      fs.copyFileSync(path.join(backup, name), file);
      fs.chmodSync(file, 0o600);
      syncFile(file);
    }
    syncFile(dataDir);
    lock.requireAlone();
  } catch (error) {
    removeRestored(dataDir, names);
    lock.end();
    signal.throwIfAborted(); // after an abort, report the abort and not its consequences
    throw error;
  }
  lock.end();
  return { needsCarryOver };
}

const sizeOfAll = (folders: string[]): number => folders.reduce((sum, folder) => sum + sizeOf(folder), 0);

function requireSame(program: string, written: Contents, read: Contents): void {
  if (written.rows === read.rows && written.tables === read.tables) return;
  throw new UserError(
    `The ${program}'s database has ${read.rows} rows in ${read.tables} tables, and had ${written.rows} in ${written.tables} when it was backed up: this backup is damaged, take another.`,
  );
}
