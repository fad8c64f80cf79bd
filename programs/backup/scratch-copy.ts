import fs from 'node:fs';
import path from 'node:path';
import type { Program } from '#programs/base/both-programs.ts';
import { findBinaries } from '#programs/postgresql/binaries.ts';
import { findRunning } from '#programs/postgresql/find-running.ts';
import type { OperatingUser } from '#programs/postgresql/operating-user.ts';
import { stopServer } from '#programs/postgresql/server.ts';
import { requireRoom, sizeOf } from './backup-folder.ts';
import { copyCluster } from './copy-cluster.ts';
import { type Contents, readBack } from './read-back.ts';

const scratchOf = (cluster: string) => `${cluster}.read-back`;

interface ScratchCopy {
  /** The cluster in the backup. */
  copy: string;
  /** The cluster that was backed up. PostgreSQL's user can read its parent folder, where the scratch copy is put. */
  beside: string;
  program: Program;
  user: OperatingUser | undefined;
  signal: AbortSignal;
}

/** Starts a second copy, so that the backup stays as it was written. */
export async function readScratchCopy({ copy, beside, program, user, signal }: ScratchCopy): Promise<Contents> {
  const folder = scratchOf(beside);
  requireRoom(path.dirname(folder), sizeOf(copy));
  try {
    await copyCluster(copy, folder, { user, isThrownAway: true, signal });
    return await readBack({
      folder,
      database: program,
      binaries: findBinaries(user),
      user,
      isThrownAway: true,
      signal,
    });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes what a killed backup left beside a cluster. */
export const removeScratchCopies = (cluster: string, user: OperatingUser | undefined): Promise<void> =>
  removeLeftCopies(scratchOf(cluster), user);

/**
 * Removes what a killed command left of its own scratch cluster, even an incomplete one, and stops a server running on
 * it.
 */
export async function removeLeftCopies(made: string, user: OperatingUser | undefined): Promise<void> {
  const [parent, name] = [path.dirname(made), path.basename(made)];
  for (const left of fs.readdirSync(parent).filter((file) => file === name || file.startsWith(`${name}.`))) {
    const folder = path.join(parent, left);
    if (left === name && (await findRunning(folder))) await stopServer({ folder, binaries: findBinaries(user), user });
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
