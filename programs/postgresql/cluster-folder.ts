import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readIfThere } from '#programs/base/read-if-there.ts';
import { UserError } from '#programs/base/user-error.ts';
import { sharedFolder } from './binaries.ts';
import { requireNotHalfCarried } from './half-carried.ts';
import { canReach, makeOpenFolder, nameOfUser, type OperatingUser, userName } from './operating-user.ts';

/** Where clusters are kept if the database's user cannot enter the data folder. */
export const sharedClusters = path.join(sharedFolder, 'clusters');

/** In the data folder of a program: contains the path of the folder outside that holds the cluster. */
export const pointerOf = (home: string): string => path.join(home, 'postgresql.path');

/** In a cluster's folder outside: contains the path of the program that last used it. Informational only. */
export const backReferenceOf = (outside: string) => path.join(outside, 'home');

export const folderIn = (parent: string) => path.join(parent, 'postgresql');

/** The existing or future location of the cluster of `home`. */
export const placeOfCluster = (home: string): string => folderIn(readIfThere(pointerOf(home))?.trim() || home);

/**
 * Whether `home` has a cluster: checked before a user is created or binaries are copied for it.
 * @throws UserError if an interrupted carry-over left none, or if it belongs to another user
 */
export function hasCluster(home: string): boolean {
  refuseClusterOfAnother(home);
  if (fs.existsSync(pointerOf(home))) return true;
  requireNotHalfCarried(folderIn(home));
  return fs.existsSync(folderIn(home));
}

/**
 * Root would take ownership of the cluster, and a program that runs as a user of its own could not use it any more.
 * Such a program owns its `home` too. A `home` of root's is root's, whoever owns the cluster: on a disk from another
 * machine the owner's id may belong to an unrelated user here.
 * @throws UserError if root opens such a cluster
 */
export function refuseClusterOfAnother(home: string): void {
  const folder = placeOfCluster(home);
  const [owner, ownerOfHome] = [folder, home].map((file) => fs.statSync(file, { throwIfNoEntry: false })?.uid);
  if (process.getuid?.() !== 0 || !owner || owner !== ownerOfHome) return;
  const name = nameOfUser(owner);
  if (name === userName) return; // root's own databases run as this user
  throw new UserError(
    `The database in ${folder} belongs to the user "${name ?? owner}", as whom its program runs: run this as that user, too (beside the units of deploy/systemd: with front-desk-admin).`,
  );
}

/**
 * The cluster of `home` (a program's folder under DATA_DIR): `home/postgresql`, or the one outside that
 * `home/postgresql.path` points to. Undefined if there never was one: only then may a new one be created.
 * @throws UserError if there is one that cannot be used
 */
export function findClusterFolder(home: string, user: OperatingUser | undefined): string | undefined {
  if (!hasCluster(home)) return undefined;
  const inside = folderIn(home);
  const pointer = pointerOf(home);
  if (!fs.existsSync(pointer)) {
    if (canReach(home, user)) return inside; // its own mode and owner are checked when it is used
    throw new UserError(
      `The database in ${inside} cannot be reached by the user "${userName}", as whom PostgreSQL runs: let everybody enter the folders above it (chmod o+x), or move DATA_DIR to where they may.`,
    );
  }
  const outside = readIfThere(pointer)?.trim();
  if (!outside) {
    throw new UserError(`${pointer} cannot be read by this user: run as the user who made it, or give it to this one.`);
  }
  if (fs.existsSync(inside)) {
    throw new UserError(
      `${home} holds a database in postgresql and names another, ${outside}, in postgresql.path: move the one of the two away that is not wanted.`,
    );
  }
  requireNotHalfCarried(folderIn(outside));
  if (!fs.existsSync(folderIn(outside))) {
    throw new UserError(
      `The database of ${home} is not where postgresql.path says, in ${outside}: put that folder back (is its disk mounted?), or restore a backup into another DATA_DIR; only to begin with an empty database, remove ${pointer}.`,
    );
  }
  takeOver(outside, pointer);
  return folderIn(outside);
}

/**
 * Creates the folder that `findClusterFolder` did not find: under `home`, or among `clusters` if `user` cannot enter
 * there. `fill` creates the whole cluster; the pointer is only written when it is complete.
 */
export async function makeClusterFolder(
  { home, user, clusters = sharedClusters }: { home: string; user: OperatingUser | undefined; clusters?: string },
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  fs.mkdirSync(home, { recursive: true, mode: 0o755 });
  if (canReach(home, user)) {
    await fill(folderIn(home));
    return folderIn(home);
  }
  const outside = path.join(clusters, randomUUID());
  makeOpenFolder(outside);
  fs.writeFileSync(backReferenceOf(outside), pointerOf(home));
  try {
    await fill(folderIn(outside));
    fs.writeFileSync(pointerOf(home), outside, { flag: 'wx', mode: 0o600 });
    return folderIn(outside);
  } catch (error) {
    fs.rmSync(outside, { recursive: true }); // ours, new, and not yet pointed to
    const winner = findClusterFolder(home, user); // another start was first
    if (winner) return winner;
    throw error;
  }
}

/** A moved data folder keeps its cluster; a copied one would share it with the original, and is refused. */
function takeOver(outside: string, pointer: string): void {
  const known = readIfThere(backReferenceOf(outside));
  if (known === pointer) return;
  if (known && !isSameFile(known, pointer) && readIfThere(known)?.trim() === outside) {
    throw new UserError(
      `${path.dirname(pointer)} is a copy of ${path.dirname(known)}, whose database lies outside both, in ${outside}, and was not copied: remove the copy, then use "npm run backup" and "npm run restore".`,
    );
  }
  fs.writeFileSync(backReferenceOf(outside), pointer);
}

function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) => fs.statSync(file, { throwIfNoEntry: false }));
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}
