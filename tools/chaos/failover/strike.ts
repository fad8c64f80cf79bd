import type { Cluster, ClusterNode } from './cluster.ts';
import type { Machines } from './machines.ts';

/** @returns undoes the fault */
type Strike = (
  primary: ClusterNode,
  cluster: Pick<Cluster, 'nodes'>,
  routes: Machines['routes'],
) => Promise<() => Promise<void>>;

/** The machine of the primary loses its power, and comes back. */
export const killPrimary: Strike = async (primary) => {
  await primary.kill();
  return async () => primary.start();
};

/**
 * The network between the primary and the other two nodes drops packets silently. This is the worst case: one of the
 * two machines with programs is on the primary's side and reaches only the primary, the other one only the rest.
 */
export const cutOffPrimary: Strike = async (primary, { nodes }, [beside, beyond]) => {
  const others = nodes.filter((node) => node !== primary);
  const setNetwork = (isWhole: boolean) => {
    primary.toStandbys.setFault(isWhole ? null : { kind: 'swallowed' });
    for (const other of others) beside.setReachable(other, isWhole);
    beyond.setReachable(primary, isWhole);
    if (isWhole) primary.rejoinCouncil();
    else primary.isolateEtcd();
  };
  setNetwork(false);
  return async () => setNetwork(true);
};
