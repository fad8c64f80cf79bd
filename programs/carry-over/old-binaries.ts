import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { UserError } from '#programs/base/user-error.ts';
import { canReach, type OperatingUser, userName } from '#programs/postgresql/operating-user.ts';

/** The binaries of an earlier PostgreSQL. */
export interface OldBinaries {
  pgCtl: string;
  major: number;
}

/**
 * Looks for the PostgreSQL binaries in `folder`, such as `/usr/lib/postgresql/17/bin`.
 * @throws UserError if they are missing or cannot be run
 */
export function findOldBinaries(folder: string, user: OperatingUser | undefined): OldBinaries {
  const [pgCtl, postgres] = ['pg_ctl', 'postgres'].map((name) => path.join(folder, name));
  if (!pgCtl || !postgres || !fs.existsSync(pgCtl) || !fs.existsSync(postgres)) {
    throw new UserError(
      `${folder} does not hold pg_ctl and postgres: name the folder with the programs of the earlier PostgreSQL.`,
    );
  }
  if (!canReach(postgres, user)) {
    throw new UserError(
      `The user "${userName}" cannot enter ${folder}: copy the PostgreSQL in it to where everybody may.`,
    );
  }
  const said = execFileSync(postgres, ['--version'], { encoding: 'utf8' });
  return { pgCtl, major: Number(/\(PostgreSQL\) (\d+)/.exec(said)?.[1]) };
}
