import fs from 'node:fs';
import path from 'node:path';
import { syncFile } from '#programs/base/sync-file.ts';
import { UserError } from '#programs/base/user-error.ts';

/**
 * The paths beside a cluster for a carry-over: the kept old cluster, and the new one before it takes the old one's
 * place.
 */
export const keptOf = (folder: string, major: number): string => `${folder}-${major}`;
export const anewOf = (folder: string): string => `${folder}.carry-over-new`;

/**
 * A carry-over killed between its two renames leaves no cluster, but both of these beside its path. If only one is
 * there, its origin is ambiguous, and a person must decide which database to use.
 * @throws UserError in either case: a new and empty cluster would hide them
 */
export function requireNotHalfCarried(folder: string): void {
  const left = listLeft(folder);
  if (left.length === 0) return;
  const kept = keptAmong(left, folder);
  const found = `There is no database in ${folder}, but ${left.join(' and ')} beside it`;
  const empty = 'only to begin with an empty database, move what is beside it away';
  if (kept === undefined) {
    throw new UserError(
      `${found}, which a carry-over has begun to make: put the database it was made from back as ${folder}; ${empty}.`,
    );
  }
  if (fs.existsSync(anewOf(folder))) {
    throw new UserError(
      `${found}, as a carry-over leaves them that was cut off: run "npm run carry-over -- FOLDER" again; ${empty}.`,
    );
  }
  throw new UserError(
    `${found}, an older database that a carry-over has kept: put the newer one back as ${folder}; to go on as the older one left off, rename ${kept} to ${folder} and run "npm run carry-over -- FOLDER"; ${empty}.`,
  );
}

/**
 * Undoes the first rename of a carry-over that was killed before the second: the old cluster is complete in any case.
 * @returns whether there was one to undo
 */
export function putBackHalfCarried(folder: string): boolean {
  const kept = keptAmong(listLeft(folder), folder);
  if (kept === undefined || !fs.existsSync(anewOf(folder))) return false;
  fs.renameSync(kept, folder);
  syncFile(path.dirname(folder));
  return true;
}

/** The newest kept cluster: the others come from earlier carry-overs. */
function keptAmong(left: readonly string[], folder: string): string | undefined {
  const majors = left.flatMap((name) => /-(\d+)$/.exec(name)?.[1] ?? []).map(Number);
  return majors.length === 0 ? undefined : keptOf(folder, Math.max(...majors));
}

/** The names of a carry-over's leftovers where `folder` is missing. */
function listLeft(folder: string): string[] {
  const [parent, name] = [path.dirname(folder), path.basename(folder)];
  if (fs.existsSync(folder) || !fs.existsSync(parent)) return [];
  const isLeft = (file: string) => file.startsWith(name) && /^(-\d+|\.carry-over-new)$/.test(file.slice(name.length));
  return fs.readdirSync(parent).filter(isLeft).sort();
}
