import fs from 'node:fs';
import path from 'node:path';
import { UserError } from '#programs/base/user-error.ts';

/** The programs of Debian's packages that the three nodes need. */
export interface Packages {
  etcd: string;
  patroni: string;
  haproxy: string;
  /** The folder of PostgreSQL's programs. */
  postgresql: string;
}

/** Where Debian's packages install programs, and a folder per version of PostgreSQL. */
const placesOfDebian = {
  programs: ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'],
  postgresql: '/usr/lib/postgresql',
};
const oldestPostgresql = 15;

const findProgram = (name: string, folders: readonly string[]): string | undefined =>
  folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));

function findPostgresql(folder: string): string | undefined {
  const versions = fs.existsSync(folder) ? fs.readdirSync(folder).map(Number) : [];
  const newest = Math.max(...versions.filter((version) => version >= oldestPostgresql), 0);
  return newest === 0 ? undefined : path.join(folder, String(newest), 'bin');
}

/** @throws UserError in one sentence if this machine does not have them */
export function requirePackages({ programs, postgresql: versions } = placesOfDebian): Packages {
  const [etcd, patroni, haproxy] = ['etcd', 'patroni', 'haproxy'].map((name) => findProgram(name, programs));
  const postgresql = findPostgresql(versions);
  if (etcd && patroni && haproxy && postgresql) return { etcd, patroni, haproxy, postgresql };
  throw new UserError(
    'This needs three nodes from packages of Debian that this machine does not have: run ' +
      '"apt-get install --no-install-recommends etcd-server patroni haproxy postgresql", then the command again.',
  );
}
