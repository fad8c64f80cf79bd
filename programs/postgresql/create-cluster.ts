import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import type { Binaries } from './binaries.ts';
import { superuser } from './connection.ts';
import type { OperatingUser } from './operating-user.ts';
import { runAs } from './server.ts';
import { passwordFileOf } from './usable-cluster.ts';

/** Creates an empty cluster at `folder`; if a concurrent start was first, its cluster is used. */
export async function createCluster(
  folder: string,
  { initdb }: Pick<Binaries, 'initdb'>,
  user: OperatingUser | undefined,
): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  const passwordFile = `${unfinished}.password`;
  const password = randomBytes(24).toString('base64url');
  try {
    fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
    fs.writeFileSync(passwordFile, password, { mode: 0o600 });
    if (user) for (const file of [unfinished, passwordFile]) fs.chownSync(file, user.uid, user.gid);
    await runAs(user, initdb, [
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ]);
    fs.renameSync(passwordFile, passwordFileOf(unfinished));
    fs.renameSync(unfinished, folder);
  } catch (error) {
    fs.rmSync(passwordFile, { force: true });
    fs.rmSync(unfinished, { recursive: true, force: true });
    if (!fs.existsSync(folder)) throw error; // otherwise another start was first
  }
}
