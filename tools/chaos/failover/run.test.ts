import { expect, test, vi } from 'vitest';
import { stopOf } from '#tools/chaos/stop.ts';
import type { ClusterNode } from './cluster.ts';
import { type Failover, losePrimaries } from './run.ts';

function openScene() {
  const failovers: Failover[] = [];
  const primary = { name: 'node1', kill: vi.fn(async () => {}), start: vi.fn() };
  const nodes = [primary as unknown as ClusterNode]; // safe because: nothing else is done to the one that is killed
  const cluster = { nodes, findPrimary: async () => nodes[0] as ClusterNode, awaitHealth: vi.fn(async () => {}) };
  const stopping = new AbortController();
  const scene = {
    cluster,
    failovers,
    routes: [] as never,
    load: { begin: vi.fn() },
    confirmations: { awaitNext: vi.fn(async () => 7) },
  };
  const stop = { ...stopOf(stopping.signal), pause: async () => {} };
  const run = (leavesDown = false) => losePrimaries(scene, { rounds: 1, tell: () => {}, stop, leavesDown });
  return { scene, primary, stopping, run };
}

test('a node that never recovers fails its round, by name, and stops the run', async () => {
  const { scene, run, primary } = openScene();
  scene.cluster.awaitHealth.mockRejectedValue(new Error('The cluster is not whole again.'));
  await expect(run(true)).rejects.toThrow('1/1 the primary is killed: The cluster is not whole again.');
  expect(scene.failovers).toEqual([{ fault: 'primaryKilled', withoutConfirmationMs: 7 }]);
  expect(primary.start).not.toHaveBeenCalled();
});

test.each([
  ['no visit is confirmed any more', 'No visit has been confirmed'],
  ['the run is stopped', 'stopped by the user'],
])('if %s, the killed node is restarted before the round fails', async (_, why) => {
  const { scene, run, primary, stopping } = openScene();
  scene.confirmations.awaitNext.mockResolvedValueOnce(7).mockImplementationOnce(() => {
    if (!why.startsWith('somebody')) return Promise.reject(new Error(why));
    stopping.abort(new Error(why));
    return new Promise(() => {});
  });
  await expect(run()).rejects.toThrow(why);
  expect(scene.failovers).toEqual([{ fault: 'primaryKilled', withoutConfirmationMs: null }]);
  expect(primary.start).toHaveBeenCalledOnce();
});
