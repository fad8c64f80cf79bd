import fs from 'node:fs';
import path from 'node:path';
import { readIfThere } from '#programs/base/read-if-there.ts';
import { UserError } from '#programs/base/user-error.ts';
import { backReferenceOf, folderIn, pointerOf, sharedClusters } from './cluster-folder.ts';
import { mayHaveServer } from './find-running.ts';

/** The DATA_DIR of deploy/systemd. */
export const unitsDataFolder = '/var/lib/front-desk';

/** Where earlier versions kept them. */
export const earlierClusters = path.join(unitsDataFolder, 'clusters');

const clusterFolders = [sharedClusters, earlierClusters];

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

/**
 * Called before a cluster is created. Where root has run Front Desk, the units of deploy/systemd would begin with an empty
 * database beside the ones that root's program used.
 * @throws UserError if `home` is of the units, and root has a cluster of the same program
 */
export function refuseBesideRoots(
  home: string,
  { dataFolder = unitsDataFolder, folders }: { dataFolder?: string; folders?: readonly string[] } = {},
): void {
  if (path.dirname(home) !== dataFolder) return;
  const [latest] = listOutsideClusters(folders).filter((one) => isOf(path.basename(home), one.home));
  if (!latest) return;
  const outside = path.dirname(latest.outside);
  throw new UserError(
    `There is no database in ${home} yet, and root has one of this program in ${outside}, last used by ${latest.home ?? 'nobody known'}: to continue with it, restore a backup of it with front-desk-admin; to begin with an empty one, move ${outside} away, start, and move it back if root needs it (docs/operate.md, "Two programs, or several of one").`,
  );
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
