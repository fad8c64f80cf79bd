import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { UserError } from '#programs/base/user-error.ts';

/** The operating-system user that owns a cluster; undefined where the current user may run PostgreSQL itself. */
export interface OperatingUser {
  uid: number;
  gid: number;
}

export const userName = 'postgres';

/** PostgreSQL refuses to run as root, so root hands the cluster to a user of its own, made if it is missing. */
export function findOperatingUser(): OperatingUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return readUser() ?? createUser();
}

function readUser(): OperatingUser | undefined {
  const [, , uid, gid] = readUsers().find(([name]) => name === userName) ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Undefined for an id that this machine knows no user of, as in what was copied from another. */
export const nameOfUser = (uid: number): string | undefined => readUsers().find(([, , id]) => id === String(uid))?.[0];

/** The fields of each line. */
const readUsers = (): string[][] =>
  fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));

function createUser(): OperatingUser {
  try {
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', userName], {
      stdio: 'pipe',
    });
  } catch {
    // Another start may have made it in the same moment; reading again decides.
  }
  const user = readUser();
  if (!user) {
    throw new UserError(
      `PostgreSQL does not run as root, and the user "${userName}" could not be made: run as another user, or set PLATFORM_DATABASE_URL and DESK_DATABASE_URL.`,
    );
  }
  return user;
}

/** Makes a folder and those above it that are missing, for everybody to enter, also under a umask that closes new ones. */
export function makeOpenFolder(folder: string): void {
  const first = fs.mkdirSync(folder, { recursive: true });
  for (let made = path.resolve(folder); first && made.startsWith(path.resolve(first)); made = path.dirname(made)) {
    fs.chmodSync(made, 0o755);
  }
}

/** Whether `user` may enter every folder on the way to `target`. Reads mode bits; the current user always may. */
export function canReach(target: string, user: OperatingUser | undefined): boolean {
  if (!user) return true;
  let current = path.resolve(target);
  while (true) {
    if (fs.existsSync(current)) {
      const { uid, gid, mode } = fs.statSync(current);
      const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
      if ((mode & bit) === 0) return false;
    }
    const parent = path.dirname(current);
    if (parent === current) return true;
    current = parent;
  }
}
