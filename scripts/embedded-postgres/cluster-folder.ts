import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sharedFolder } from './binaries.ts';
import { canReach, type OperatingUser } from './operating-user.ts';

/**
 * The folder of the cluster that belongs to `home` (a program's folder under DATA_DIR): `home/postgresql`, or,
 * where the database's own user cannot enter it, a folder outside every home that `home/postgresql.path` names.
 */
export function findClusterFolder(home: string, user: OperatingUser | undefined): string {
  fs.mkdirSync(home, { recursive: true, mode: 0o755 });
  if (canReach(home, user)) return path.join(home, 'postgresql');

  const pointer = path.join(home, 'postgresql.path');
  if (!fs.existsSync(pointer)) {
    const clusters = path.join(sharedFolder, 'clusters');
    fs.mkdirSync(clusters, { recursive: true, mode: 0o755 });
    removeOrphans(clusters);
    const outside = path.join(clusters, randomUUID());
    fs.mkdirSync(outside, { mode: 0o755 });
    fs.writeFileSync(path.join(outside, 'home'), pointer);
    try {
      fs.writeFileSync(pointer, outside, { flag: 'wx', mode: 0o600 });
    } catch {
      fs.rmSync(outside, { recursive: true }); // another start was first
    }
  }
  return path.join(fs.readFileSync(pointer, 'utf8').trim(), 'postgresql');
}

/** Clusters whose home was deleted or made anew hold data nobody can find any more. */
function removeOrphans(clusters: string): void {
  for (const name of fs.readdirSync(clusters)) {
    const outside = path.join(clusters, name);
    const home = readIfThere(path.join(outside, 'home'));
    const isRunning = fs.existsSync(path.join(outside, 'postgresql', 'postmaster.pid'));
    if (home && !isRunning && readIfThere(home)?.trim() !== outside)
      fs.rmSync(outside, { recursive: true, force: true });
  }
}

export function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
