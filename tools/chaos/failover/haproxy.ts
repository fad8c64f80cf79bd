import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts } from '#programs/base/free-ports.ts';
import { root } from '#programs/base/run-program.ts';
import { type FaultyProxy, openProxy } from '#tools/chaos/proxy.ts';
import type { Cluster, ClusterNode } from './cluster.ts';
import type { Packages } from './packages.ts';
import { signal, startPackaged } from './process.ts';

const haFolder = path.join(root, 'deploy', 'ha');
const loopback = '127.0.0.1';

export interface Balancer {
  stop(): Promise<void>;
}

interface BalancerStart {
  packages: Packages;
  /** One of deploy/ha. */
  configuration: string;
  /** The loopback port where it listens. */
  port: number;
  env: Record<string, string>;
  logFile: string;
}

const comesUpWithinMs = 20_000;
const lookEveryMs = 100;

/** Starts HAProxy with a configuration from deploy/ha. */
export async function startBalancer({ packages, configuration, port, env, logFile }: BalancerStart): Promise<Balancer> {
  const file = `${logFile}.cfg`;
  fs.copyFileSync(path.join(haFolder, configuration), file);
  fs.chmodSync(file, 0o644);
  const { pid, ended } = startPackaged({ program: packages.haproxy, args: ['-db', '-f', file], env, logFile });
  for (const deadline = Date.now() + comesUpWithinMs; !(await isListening(port)); await sleep(lookEveryMs)) {
    if (Date.now() > deadline) throw new Error(`HAProxy does not serve: ${fs.readFileSync(logFile, 'utf8')}`);
  }
  return {
    stop: async () => {
      signal(pid, 'SIGKILL');
      await ended;
    },
  };
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, loopback, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** How the programs of one machine reach the primary: that machine's HAProxy, and its network to each node. */
export interface PrimaryRoute {
  port: number;
  /** Connects or disconnects this machine and a node, in both directions. */
  setReachable(node: ClusterNode, isReachable: boolean): void;
  stop(): Promise<void>;
}

interface RouteOptions {
  packages: Packages;
  cluster: Cluster;
  logFile: string;
}

export async function openPrimaryRoute({ packages, cluster, logFile }: RouteOptions): Promise<PrimaryRoute> {
  const [primary = 0, replicas = 0] = await findFreePorts(2);
  const ways = new Map<ClusterNode, Record<'toPostgresql' | 'toPatroni', FaultyProxy>>();
  for (const node of cluster.nodes) {
    const [toPostgresql, toPatroni] = await Promise.all([
      openProxy([`tcp://${loopback}:${node.ports.postgresql}`]),
      openProxy([`tcp://${loopback}:${node.ports.patroni}`]),
    ]);
    ways.set(node, { toPostgresql, toPatroni });
  }
  const env = Object.fromEntries(
    [...ways.values()].flatMap(({ toPostgresql, toPatroni }, index) => [
      [`NODE${index + 1}_POSTGRES`, new URL(toPostgresql.url).host],
      [`NODE${index + 1}_PATRONI_HOST`, loopback],
      [`NODE${index + 1}_PATRONI_PORT`, new URL(toPatroni.url).port],
    ]),
  );
  const listeners = {
    DATABASE_PRIMARY_LISTEN: `${loopback}:${primary}`,
    DATABASE_REPLICAS_LISTEN: `${loopback}:${replicas}`,
  };
  const balancer = await startBalancer({
    packages,
    logFile,
    configuration: 'haproxy.cfg',
    port: primary,
    env: { ...env, ...listeners },
  });
  return {
    port: primary,
    setReachable: (node, isReachable) => {
      const { toPostgresql, toPatroni } = ways.get(node) ?? {};
      for (const way of [toPostgresql, toPatroni]) way?.setFault(isReachable ? null : { kind: 'swallowed' });
    },
    stop: async () => {
      await balancer.stop();
      await Promise.all([...ways.values()].flatMap((way) => Object.values(way).map((proxy) => proxy.close())));
    },
  };
}
