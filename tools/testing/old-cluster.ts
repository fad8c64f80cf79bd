import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Program } from '#programs/base/both-programs.ts';
import { findFreePort } from '#programs/base/free-ports.ts';
import { bringUpToDate } from '#programs/carry-over/bring-up-to-date.ts';
import { connect, superuser, urlOf } from '#programs/postgresql/connection.ts';
import { findOperatingUser } from '#programs/postgresql/operating-user.ts';
import { startServer, stopServer } from '#programs/postgresql/server.ts';
import { passwordFileOf } from '#programs/postgresql/usable-cluster.ts';

/** The programs of an earlier PostgreSQL version, where a Debian or Ubuntu package of one is installed. */
export const oldFolder = [17, 16, 15]
  .map((major) => `/usr/lib/postgresql/${major}/bin`)
  .find((folder) => fs.existsSync(folder));

/** A cluster of an earlier Front Desk, with an earlier PostgreSQL version. */
export async function makeOldCluster(
  folder: string,
  program: Program,
  bin: string,
  fill: (url: string) => Promise<unknown>,
): Promise<void> {
  const user = findOperatingUser();
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.chmodSync(path.dirname(folder), 0o755);
  const password = `${folder}.password`;
  fs.writeFileSync(password, 'old password', { mode: 0o600 });
  if (user) for (const file of [folder, password]) fs.chownSync(file, user.uid, user.gid);
  const options = [`--pgdata=${folder}`, `--username=${superuser}`, `--pwfile=${password}`];
  const shared = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'];
  execFileSync(path.join(bin, 'initdb'), [...options, ...shared], { ...user, cwd: '/', stdio: 'ignore' });
  fs.renameSync(password, passwordFileOf(folder));

  const server = { folder, binaries: { pgCtl: path.join(bin, 'pg_ctl') }, user };
  const port = await startServer({ ...server, port: await findFreePort() });
  try {
    const client = await connect(folder, port);
    await client.query(`create database ${program}`);
    await client.end();
    await bringUpToDate(program, urlOf(folder, port, program));
    await fill(urlOf(folder, port, program));
  } finally {
    await stopServer(server);
  }
}
