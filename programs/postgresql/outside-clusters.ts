import fs from 'node:fs';
import path from 'node:path';
import { readIfThere } from '#programs/base/read-if-there.ts';
import { UserError } from '#programs/base/user-error.ts';
import { backReferenceOf, folderIn, pointerOf, sharedClusters } from './cluster-folder.ts';
import { mayHaveServer } from './find-running.ts';

/** The second is where earlier versions kept them; today its parent is the DATA_DIR of deploy/systemd. */
export const clusterFolders = [sharedClusters, '/var/lib/front-desk/clusters'];

/** A cluster that lies outside its data folder. */
export interface OutsideCluster {
  name: string;
  outside: string;
  /** The program folder that last used it. */
  home: string | undefined;
  /** Whether that folder still points to it. */
  isNamed: boolean;
  lastUsed: Date | undefined;
}

/** The clusters of this machine that lie outside all data folders, most recently used first. */
export function listOutsideClusters(folders: readonly string[] = clusterFolders): OutsideCluster[] {
  const timeOf = ({ lastUsed }: OutsideCluster) => lastUsed?.getTime() ?? 0;
  return folders
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) => fs.readdirSync(folder).map((name) => readOutsideCluster(path.join(folder, name))))
    .sort((one, other) => timeOf(other) - timeOf(one));
}

function readOutsideCluster(outside: string): OutsideCluster {
  const pointer = readIfThere(backReferenceOf(outside));
  return {
    name: path.basename(outside),
    outside,
    home: pointer && path.dirname(pointer),
    isNamed: pointer !== undefined && readIfThere(pointer)?.trim() === outside,
    lastUsed: lastUsed(folderIn(outside)),
  };
}

/** Undefined also for users who cannot read it. */
function lastUsed(folder: string): Date | undefined {
  try {
    return fs.statSync(path.join(folder, 'global', 'pg_control')).mtime;
  } catch {
    return undefined;
  }
}

/**
 * One sentence about the clusters of `program` (the name of its folder) that no data folder points to; undefined if
 * none.
 */
export function describeLostClusters(program: string, folders?: readonly string[]): string | undefined {
  const lost = listOutsideClusters(folders).filter(({ home, isNamed }) => !isNamed && isOf(program, home));
  const [latest] = lost;
  if (!latest) return undefined;
  const what = lost.length === 1 ? 'A database is' : `${lost.length} databases are`;
  return `${what} kept in ${path.dirname(latest.outside)} that no data folder names, last used by ${latest.home ?? 'nobody known'}: if it is missed here, stop, and mount or move that folder back; "npm run databases" lists them, takes one up or deletes it.`;
}

const isOf = (program: string, home: string | undefined) => home === undefined || path.basename(home) === program;

/** @throws UserError while a server works in it */
export async function deleteCluster({ name, outside }: OutsideCluster): Promise<void> {
  if (await mayHaveServer(folderIn(outside))) {
    throw new UserError(`The database "${name}" is running: stop the program that uses it first.`);
  }
  fs.rmSync(outside, { recursive: true });
}

/** Attaches the cluster in `outside` to `home`, which must have none. */
export function nameCluster(outside: string, home: string): void {
  fs.mkdirSync(home, { recursive: true, mode: 0o755 });
  fs.writeFileSync(pointerOf(home), outside, { flag: 'wx', mode: 0o600 });
  fs.writeFileSync(backReferenceOf(outside), pointerOf(home));
}
