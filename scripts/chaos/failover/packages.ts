import fs from 'node:fs';
import path from 'node:path';
import { UserError } from '#scripts/user-error.ts';

/** What three nodes run on: the programs of Debian's packages. */
export interface Packages {
  etcd: string;
  patroni: string;
  haproxy: string;
  /** The folder of PostgreSQL's programs. */
  postgresql: string;
}

const postgresqlFolder = '/usr/lib/postgresql';
const oldestPostgresql = 15;
const folders = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];

const findProgram = (name: string): string | undefined =>
  folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));

function findPostgresql(): string | undefined {
  const versions = fs.existsSync(postgresqlFolder) ? fs.readdirSync(postgresqlFolder).map(Number) : [];
  const newest = Math.max(...versions.filter((version) => version >= oldestPostgresql), 0);
  return newest === 0 ? undefined : path.join(postgresqlFolder, String(newest), 'bin');
}

/** @throws UserError in one sentence where this machine does not have them */
export function requirePackages(): Packages {
  const [etcd, patroni, haproxy, postgresql] = [...['etcd', 'patroni', 'haproxy'].map(findProgram), findPostgresql()];
  if (etcd && patroni && haproxy && postgresql) return { etcd, patroni, haproxy, postgresql };
  throw new UserError(
    'This needs three nodes from packages of Debian that this machine does not have: run ' +
      '"apt-get install --no-install-recommends etcd-server patroni haproxy postgresql", then the command again.',
  );
}
