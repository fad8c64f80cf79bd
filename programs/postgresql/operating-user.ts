import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { UserError } from '#programs/base/user-error.ts';

/** The operating-system user that owns a cluster; undefined if the current user can run PostgreSQL itself. */
export interface OperatingUser {
  uid: number;
  gid: number;
}

export const userName = 'postgres';

/** PostgreSQL refuses to run as root, so root uses a dedicated user for the cluster, created if missing. */
export function findOperatingUser(): OperatingUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return readUser() ?? createUser();
}

function readUser(): OperatingUser | undefined {
  const [, , uid, gid] = readUsers().find(([name]) => name === userName) ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Undefined for an id without a user on this machine, as in files copied from another. */
export const nameOfUser = (uid: number): string | undefined => readUsers().find(([, , id]) => id === String(uid))?.[0];

/** The fields of each line of /etc/passwd. */
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
    // A concurrent start may have created it; reading again decides.
  }
  const user = readUser();
  if (!user) {
    throw new UserError(
      `PostgreSQL does not run as root, and the user "${userName}" could not be made: run as another user, or set PLATFORM_DATABASE_URL and DESK_DATABASE_URL.`,
    );
  }
  return user;
}

/** Makes a folder and its missing parents world-accessible, even under a restrictive umask. */
export function makeOpenFolder(folder: string): void {
  const first = fs.mkdirSync(folder, { recursive: true });
  for (let made = path.resolve(folder); first && made.startsWith(path.resolve(first)); made = path.dirname(made)) {
    fs.chmodSync(made, 0o755);
  }
}

/** Whether `user` can enter every folder on the way to `target`. Reads mode bits; true for the current user. */
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
