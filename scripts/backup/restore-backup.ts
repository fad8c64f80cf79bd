import fs from 'node:fs';
import path from 'node:path';
import { findBinaries } from '#scripts/embedded-postgres/binaries.ts';
import { makeClusterFolder } from '#scripts/embedded-postgres/cluster-folder.ts';
import { findOperatingUser } from '#scripts/embedded-postgres/operating-user.ts';
import { UserError } from '#scripts/user-error.ts';
import { type BackupNote, programs } from './backup-folder.ts';
import { copyCluster } from './copy-cluster.ts';
import { clusterIn } from './make-backup.ts';
import { type Contents, readBack } from './read-back.ts';

/**
 * Puts a backup into `dataDir`, which must be empty, and reads it there once.
 * @throws UserError
 */
export async function restoreBackup(backup: string, note: BackupNote, dataDir: string): Promise<void> {
  if (fs.existsSync(dataDir) && fs.readdirSync(dataDir).length > 0) {
    throw new UserError(`${dataDir} is not empty: set DATA_DIR to an empty folder, or move what is there away.`);
  }
  const user = findOperatingUser();
  const binaries = findBinaries(user);
  if (note.postgresql > binaries.major) {
    throw new UserError(
      `This is a backup of PostgreSQL ${note.postgresql}, and this Front Desk brings ${binaries.major}: restore it with the Front Desk that made it.`,
    );
  }
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const made: string[] = [];
  try {
    for (const program of programs) {
      const written = note.programs[program];
      if (!written) continue;
      const home = path.join(dataDir, program);
      const folder = await makeClusterFolder({ home, user }, async (into) =>
        copyCluster(clusterIn(backup, program), into, user),
      );
      made.push(path.dirname(folder));
      if (note.postgresql < binaries.major) continue; // its own PostgreSQL reads it when it is carried over
      const read = await readBack({ folder, database: program, binaries, user, isThrownAway: false });
      requireSame(program, written, read);
    }
    for (const name of note.files) {
      fs.copyFileSync(path.join(backup, name), path.join(dataDir, name));
      fs.chmodSync(path.join(dataDir, name), 0o600);
    }
  } catch (error) {
    for (const file of [...made, ...fs.readdirSync(dataDir).map((name) => path.join(dataDir, name))]) {
      fs.rmSync(file, { recursive: true, force: true }); // all of it ours, and new
    }
    throw error;
  }
}

function requireSame(program: string, written: Contents, read: Contents): void {
  if (written.rows === read.rows && written.tables === read.tables) return;
  throw new UserError(
    `The ${program}'s database has ${read.rows} rows in ${read.tables} tables, and had ${written.rows} in ${written.tables} when it was backed up: this backup is damaged, take another.`,
  );
}
