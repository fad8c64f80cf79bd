import fs from 'node:fs';
import path from 'node:path';
import { readIfThere } from '#programs/base/read-if-there.ts';
import { UserError } from '#programs/base/user-error.ts';
import type { Binaries } from './binaries.ts';
import { type OperatingUser, userName } from './operating-user.ts';

export const passwordFileOf = (folder: string) => path.join(folder, 'password');

/**
 * Checks a cluster before PostgreSQL does, whose own messages about these mistakes are hard to find.
 * @throws UserError for files of another user, of another version of PostgreSQL, or missing ones
 */
export function requireUsable(
  folder: string,
  { major }: Pick<Binaries, 'major'>,
  user: OperatingUser | undefined,
): void {
  requireOwner(folder, user);
  const version = Number(readIfThere(path.join(folder, 'PG_VERSION')));
  if (!version || !fs.existsSync(passwordFileOf(folder))) {
    throw new UserError(
      `${folder} does not hold a whole database: restore a backup into an empty data folder ("npm run restore").`,
    );
  }
  if (version > major) {
    throw new UserError(
      `The database in ${folder} is one of PostgreSQL ${version}, and this Front Desk brings ${major}: start the later Front Desk that made it.`,
    );
  }
  if (version < major) {
    throw new UserError(
      `The database in ${folder} is one of PostgreSQL ${version}, and this Front Desk brings ${major}: carry it over with "npm run carry-over -- FOLDER", where FOLDER holds the programs of PostgreSQL ${version}.`,
    );
  }
}

/** PostgreSQL only reads files that belong to the user it runs as. */
function requireOwner(folder: string, user: OperatingUser | undefined): void {
  const uid = user?.uid ?? process.getuid?.();
  if ((fs.statSync(folder).mode & 0o027) !== 0) {
    throw new UserError(`PostgreSQL refuses the database in ${folder} while others may read it: chmod 700 ${folder}`);
  }
  const files = ['', 'PG_VERSION', path.join('global', 'pg_control'), 'password'].map((file) =>
    path.join(folder, file),
  );
  const isForeign = (file: string) => (fs.statSync(file, { throwIfNoEntry: false })?.uid ?? uid) !== uid;
  if (isForeign(folder) || files.some(isForeign)) {
    const [who, name] = user ? [`the user "${userName}"`, `${userName}:`] : ['the user who starts it', '"$(id -un):"'];
    throw new UserError(
      `The database in ${folder} belongs to another user than PostgreSQL runs as, ${who} (was the folder copied?): give it back with: chown -R ${name} ${folder}`,
    );
  }
}
