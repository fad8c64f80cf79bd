import path from 'node:path';
import pg from 'pg';
import { describeDiskTrouble } from '#programs/base/disk-trouble.ts';
import { findFreePort } from '#programs/base/free-ports.ts';
import { UserError } from '#programs/base/user-error.ts';
import { findBinaries } from './binaries.ts';
import { findClusterFolder, hasCluster, makeClusterFolder } from './cluster-folder.ts';
import { connectWatched, urlOf } from './connection.ts';
import { createCluster } from './create-cluster.ts';
import { findRunning } from './find-running.ts';
import { keepOwning } from './keep-owning.ts';
import { findOperatingUser } from './operating-user.ts';
import { describeLostClusters, refuseBesideRoots } from './outside-clusters.ts';
import { startServer, stopServer } from './server.ts';
import { requireUsable } from './usable-cluster.ts';

// Advisory lock held on the cluster by its one owning program. The server releases it when the connection ends.
const ownerLock = 0x46_44_4f_57;

interface OpenClusterOptions {
  /** The program's own folder under DATA_DIR. */
  home: string;
  /** Database to create in the cluster if missing. */
  database: string;
  /**
   * `own`: exclusive, refused while another process owns it; the cluster is created if missing. `share`: join a running
   * cluster, otherwise own it; refused if there is none.
   */
  access: 'own' | 'share';
  /** Server settings in addition to ours, such as `fsync: 'off'` for tests. */
  settings?: Record<string, string>;
  /** Receives a message for the operator. */
  tell?: (sentence: string) => void;
}

export interface Cluster {
  /** The cluster's own folder, PostgreSQL's data directory. */
  folder: string;
  /**
   * Connection URL of `database` as the cluster's superuser, on loopback. It stays valid when the server is restarted.
   */
  url: string;
  /** Settles with a message if the server ended and could not be restarted. */
  ended: Promise<string>;
  /** Stops the cluster if this process owns it. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL under `home`, or takes over one whose owner was killed, and keeps it running.
 * @throws UserError if another process owns it or PostgreSQL cannot run here
 */
export async function openCluster(options: OpenClusterOptions): Promise<Cluster> {
  const home = path.resolve(options.home);
  try {
    return await open({ ...options, home });
  } catch (error) {
    throw error instanceof UserError ? error : (describeDiskTrouble(error, home) ?? error);
  }
}

async function open({ home, database, access, settings, tell = () => {} }: OpenClusterOptions): Promise<Cluster> {
  if (!hasCluster(home) && access === 'share') {
    throw new UserError(
      `There is no database in ${home}, and a command makes none: start its program first, or set DATA_DIR and the addresses of databases as that has them.`,
    );
  }
  const user = findOperatingUser();
  const binaries = findBinaries(user);
  const found = findClusterFolder(home, user);
  if (!found && !user) refuseBesideRoots(home);
  const folder = found ?? (await makeClusterFolder({ home, user }, (made) => createCluster(made, binaries, user)));
  requireUsable(folder, binaries, user);
  // only root's clusters lie outside
  const lost = access === 'own' && user && describeLostClusters(path.basename(home));
  if (lost) tell(lost);

  const server = { folder, binaries, user, settings };
  const port = (await findRunning(folder)) ?? (await startServer({ ...server, port: await findFreePort() }));
  const owner = await connectWatched(folder, port);
  const isOwner = await takeOwnership(owner.client);
  if (!isOwner && access === 'own') {
    await owner.client.end();
    throw new UserError(`Another process already uses ${home}: stop it first, or set DATA_DIR to another folder.`);
  }
  await createDatabase(owner.client, database);

  const startAgain = async () => {
    const answering = (await findRunning(folder)) ?? (await startServer({ ...server, port }));
    if (answering !== port) throw new UserError(`another process started it, at port ${answering}`);
    const next = await connectWatched(folder, port);
    if (await takeOwnership(next.client)) return next;
    await next.client.end();
    throw new UserError('another process owns it now');
  };
  const keeper = isOwner ? keepOwning({ owner, startAgain, folder, tell }) : undefined;
  return {
    folder,
    url: urlOf(folder, port, database),
    ended: keeper?.ended ?? new Promise(() => {}),
    stop: async () => {
      if (!keeper) return owner.client.end().catch(() => {});
      await keeper.release();
      await stopServer(server);
    },
  };
}

async function takeOwnership(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [ownerLock]);
  return rows[0]?.got ?? false;
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (rowCount) return;
  await client.query(`create database ${pg.escapeIdentifier(name)}`).catch((error: { code?: string }) => {
    const madeMeanwhile = ['42P04', '23505'];
    if (!madeMeanwhile.includes(error.code ?? '')) throw error;
  });
}
