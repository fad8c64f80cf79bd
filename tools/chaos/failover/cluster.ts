import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { findFreePorts } from '#programs/base/free-ports.ts';
import { type FaultyProxy, openProxy } from '#tools/chaos/proxy.ts';
import { createNode, type DatabaseNode, type NodePorts } from './node.ts';
import type { Packages } from './packages.ts';

const nodeNames = ['node1', 'node2', 'node3'] as const;
const lookEveryMs = 200;

/** Patroni's report about the nodes, the same on any of them. */
const report = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string(), lag: z.unknown().optional() })),
});
type Report = z.infer<typeof report>;

export interface Cluster {
  nodes: readonly ClusterNode[];
  superuserPassword: string;
  /** @throws if there is no primary */
  findPrimary(): Promise<ClusterNode>;
  /** Waits until there is a primary, a synchronous standby and a replica, all caught up. */
  awaitHealth(): Promise<void>;
  stop(): Promise<void>;
}

export interface ClusterNode extends DatabaseNode {
  /** The proxy through which the other nodes reach its PostgreSQL. */
  toStandbys: FaultyProxy;
}

interface ClusterOptions {
  folder: string;
  packages: Packages;
  superuserPassword: string;
}

/** Starts three nodes on loopback and waits until each has its role. */
export async function startCluster({ folder, packages, superuserPassword }: ClusterOptions): Promise<Cluster> {
  const nodes = await createNodes({ folder, packages, superuserPassword });
  for (const node of nodes) node.start();
  const cluster: Cluster = {
    nodes,
    superuserPassword,
    findPrimary: async () => {
      const [leader, ...others] = new Set((await readReports(nodes)).map(leaderOf));
      const primary = nodes.find(({ name }) => name === leader);
      if (!primary || others.length > 0) throw new Error('The nodes do not agree on a primary.');
      return primary;
    },
    awaitHealth: () => awaitHealth(nodes),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.kill()));
      await Promise.all(nodes.map(({ toStandbys }) => toStandbys.close()));
    },
  };
  try {
    await cluster.awaitHealth();
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function createNodes({ folder, ...options }: ClusterOptions): Promise<ClusterNode[]> {
  const free = await findFreePorts(4 * nodeNames.length);
  const take = () => free.pop() ?? 0;
  const portsOf: Omit<NodePorts, 'standbys'>[] = nodeNames.map(() => ({
    etcd: take(),
    etcdPeer: take(),
    patroni: take(),
    postgresql: take(),
  }));
  const initialCluster = nodeNames
    .map((name, index) => `${name}=http://127.0.0.1:${portsOf[index]?.etcdPeer}`)
    .join(',');
  return Promise.all(
    portsOf.map(async (ports, index) => {
      const name = nodeNames[index] ?? '';
      const toStandbys = await openProxy([`tcp://127.0.0.1:${ports.postgresql}`]);
      const node = createNode({
        ...options,
        name,
        initialCluster,
        folder: path.join(folder, name),
        ports: { ...ports, standbys: Number(new URL(toStandbys.url).port) },
      });
      return { ...node, toStandbys };
    }),
  );
}

/** The report of each reachable node: a node that was cut off keeps reporting its last state. */
async function readReports(nodes: readonly DatabaseNode[]): Promise<Report[]> {
  const reports = nodes.map(async ({ ports }) => {
    const answer = await fetch(`http://127.0.0.1:${ports.patroni}/cluster`, { signal: AbortSignal.timeout(3_000) });
    return report.parse(await answer.json());
  });
  return (await Promise.allSettled(reports)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

const leaderOf = ({ members }: Report) => members.find(({ role }) => role === 'leader')?.name;

const longestRecoveryMs = 120_000;

async function awaitHealth(nodes: readonly DatabaseNode[]): Promise<void> {
  let last: Report[] = [];
  for (const deadline = Date.now() + longestRecoveryMs; Date.now() < deadline; await sleep(lookEveryMs)) {
    last = await readReports(nodes);
    const isAgreed = last.length === nodes.length && new Set(last.map(leaderOf)).size === 1;
    if (isAgreed && last.every(isHealthy)) return;
  }
  throw new Error(`The cluster is not whole again: ${JSON.stringify(last)}`);
}

function isHealthy({ members }: Report): boolean {
  const countOf = (role: string) => members.filter((member) => member.role === role).length;
  return (
    countOf('leader') === 1 &&
    countOf('sync_standby') === 1 &&
    countOf('replica') === 1 &&
    members.every(
      ({ state, role, lag }) => ['running', 'streaming'].includes(state) && (role === 'leader' || lag === 0),
    )
  );
}
