import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '#programs/base/run-program.ts';
import { findOperatingUser } from '#programs/postgresql/operating-user.ts';
import type { Packages } from './packages.ts';
import { atExit, childrenOf, type PackagedProcess, signal, startPackaged } from './process.ts';

/** The loopback ports of a node. */
export interface NodePorts {
  etcd: number;
  etcdPeer: number;
  patroni: number;
  postgresql: number;
  /** Where the standbys reach its PostgreSQL, through a proxy that simulates the network. */
  standbys: number;
}

interface NodeOptions {
  name: string;
  ports: NodePorts;
  /** etcd's list of all members. */
  initialCluster: string;
  folder: string;
  packages: Packages;
  superuserPassword: string;
}

/** A machine of the cluster: etcd, Patroni and the PostgreSQL that Patroni starts. */
export interface DatabaseNode {
  name: string;
  ports: NodePorts;
  start(): void;
  /** Kills all of it at once, like a power cut. */
  kill(): Promise<void>;
  /** Disconnects it from the etcd cluster without a notice to the other members. */
  isolateEtcd(): void;
  rejoinCouncil(): void;
}

const haFolder = path.join(root, 'deploy', 'ha');
const restartAfterMs = 1_000;

/** A node on loopback, with the configuration from deploy/ha and an environment of its own. */
export function createNode({ name, ports, folder, packages, ...options }: NodeOptions): DatabaseNode {
  const places = makeFolders(folder);
  const environment = {
    etcd: etcdEnvironment({ name, ports, places, ...options }),
    patroni: patroniEnvironment({ name, ports, places, packages, ...options }),
  };
  let etcd: PackagedProcess | undefined;
  let patroni: PackagedProcess | undefined;

  /** Restarted when it exits, as systemd does it: etcd may not be ready yet. */
  function startPatroni(): void {
    const started = startPackaged({
      program: packages.patroni,
      args: [places.configuration],
      env: environment.patroni,
      logFile: path.join(folder, 'patroni.log'),
    });
    patroni = started;
    void started.ended.then(async () => {
      await sleep(restartAfterMs);
      if (patroni === started) startPatroni();
    });
  }

  function killNow(): void {
    const server = readPostmaster(places.data);
    const pids = [patroni?.pid, etcd?.pid, server, ...(server ? childrenOf(server) : [])];
    patroni = undefined;
    for (const pid of pids) if (pid !== undefined) signal(pid, 'SIGKILL');
  }
  // Patroni leaves its PostgreSQL running
  atExit(killNow);

  return {
    name,
    ports,
    start: () => {
      etcd = startPackaged({
        program: packages.etcd,
        args: [],
        env: environment.etcd,
        logFile: path.join(folder, 'etcd.log'),
      });
      startPatroni();
    },
    kill: async () => {
      const ended = [patroni?.ended, etcd?.ended];
      killNow();
      await Promise.all(ended);
    },
    isolateEtcd: () => void (etcd && signal(etcd.pid, 'SIGSTOP')),
    rejoinCouncil: () => void (etcd && signal(etcd.pid, 'SIGCONT')),
  };
}

type Places = Record<'etcd' | 'data' | 'sockets' | 'configuration' | 'pgpass', string>;

/**
 * The deployed configuration, and overrides for loopback: three nodes on one machine cannot share a socket directory.
 */
function makeFolders(folder: string): Places {
  const inside = (name: string) => path.join(folder, name);
  const places = {
    etcd: inside('etcd'),
    data: inside('data'),
    sockets: inside('sockets'),
    configuration: inside('configuration'),
    pgpass: inside('pgpass'),
  };
  for (const place of [folder, places.etcd, places.sockets, places.configuration]) fs.mkdirSync(place, { mode: 0o700 });
  fs.copyFileSync(path.join(haFolder, 'patroni.yml'), path.join(places.configuration, '1-deployed.yml'));
  fs.writeFileSync(
    path.join(places.configuration, '2-loopback.yml'),
    `postgresql:\n  parameters:\n    unix_socket_directories: ${places.sockets}\n`,
  );
  const user = findOperatingUser();
  if (user) {
    for (const owned of [folder, ...fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(inside)]) {
      fs.chownSync(owned, user.uid, user.gid);
    }
  }
  return places;
}

const loopback = '127.0.0.1';

type Described = Omit<NodeOptions, 'folder' | 'packages'> & { places: Places };

function etcdEnvironment({ name, ports, initialCluster, places }: Described) {
  const client = `http://${loopback}:${ports.etcd}`;
  const peer = `http://${loopback}:${ports.etcdPeer}`;
  return {
    ETCD_NAME: name,
    ETCD_DATA_DIR: places.etcd,
    ETCD_LISTEN_PEER_URLS: peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
    ETCD_LISTEN_CLIENT_URLS: client,
    ETCD_ADVERTISE_CLIENT_URLS: client,
    ETCD_INITIAL_CLUSTER: initialCluster,
    ETCD_ENABLE_V2: 'true',
  };
}

function patroniEnvironment({
  name,
  ports,
  places,
  packages,
  superuserPassword: password,
}: Described & Pick<NodeOptions, 'packages'>) {
  const patroni = `${loopback}:${ports.patroni}`;
  return {
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: patroni,
    PATRONI_RESTAPI_CONNECT_ADDRESS: patroni,
    // only its own etcd: a node that is cut off reaches no other
    PATRONI_ETCD_HOSTS: `${loopback}:${ports.etcd}`,
    PATRONI_ETCD_USE_PROXIES: 'true',
    PATRONI_POSTGRESQL_LISTEN: `${loopback}:${ports.postgresql}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${loopback}:${ports.standbys}`,
    PATRONI_POSTGRESQL_DATA_DIR: places.data,
    PATRONI_POSTGRESQL_BIN_DIR: packages.postgresql,
    PATRONI_POSTGRESQL_PGPASS: places.pgpass,
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: password,
    PATRONI_REWIND_USERNAME: 'rewinder',
    PATRONI_REWIND_PASSWORD: password,
  };
}

/** The process id of the server of a folder. After a crash, the id in its pid file may belong to any process. */
function readPostmaster(dataFolder: string): number | undefined {
  try {
    const pid = Number(fs.readFileSync(path.join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(dataFolder) ? pid : undefined;
  } catch {
    return undefined; // none runs
  }
}
