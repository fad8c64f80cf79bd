import path from 'node:path';
import { placeOfCluster } from '#programs/postgresql/cluster-folder.ts';
import { processorTimeOf, processorTimeOfServer } from '#tools/testing/processor-time.ts';
import type { Stack } from '#tools/testing/stack.ts';

/** Seconds of a processor that each program took, and the windows, which are other machines in reality. */
export type ProcessorS = Record<'desk' | 'deskDatabase' | 'platform' | 'platformDatabase' | 'windows', number>;

export const unknownS: ProcessorS = {
  desk: Number.NaN,
  deskDatabase: Number.NaN,
  platform: Number.NaN,
  platformDatabase: Number.NaN,
  windows: Number.NaN,
};

/**
 * Measures from now. Only Linux tells; connections that end meanwhile do not count.
 * @param windows the ids of the processes of the windows
 */
export function watchProcessor(stack: Stack, windows: readonly number[]): { read(): ProcessorS } {
  const { desk, platform } = stack.programs();
  const database = (program: string) => processorTimeOfServer(placeOfCluster(path.join(stack.dataDir, program)));
  const read = (): ProcessorS => ({
    desk: processorTimeOf(desk?.pid ?? 0) / 1e6,
    deskDatabase: database('desk') / 1e6,
    platform: processorTimeOf(platform?.pid ?? 0) / 1e6,
    platformDatabase: database('platform') / 1e6,
    windows: windows.reduce((sum, pid) => sum + processorTimeOf(pid) / 1e6, 0),
  });
  const before = read();
  return {
    read: () => {
      const now = read();
      const of = (name: keyof ProcessorS) => now[name] - before[name];
      return {
        desk: of('desk'),
        deskDatabase: of('deskDatabase'),
        platform: of('platform'),
        platformDatabase: of('platformDatabase'),
        windows: of('windows'),
      };
    },
  };
}
