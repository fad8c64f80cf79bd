import path from 'node:path';
import { startChild } from '#programs/base/child-program.ts';
import { findFreePorts } from '#programs/base/free-ports.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';
import { withOwnPlatform } from './own-cluster.ts';
import { processorTimeOf } from './processor-time.ts';
import { latencyRow, type Section } from './row.ts';
import { readShare } from './share-of-memory.ts';

const starts = 9;

/** The built platform on a database that runs and is migrated, as after an update or a restart. */
export const measureStart = (): Promise<Section> =>
  withOwnPlatform(async ({ url, home }) => {
    const [port] = await findFreePorts(1);
    const env = {
      ...ownSurroundings(),
      ...{ DATA_DIR: path.join(home, 'data'), PLATFORM_DATABASE_URL: url, PLATFORM_PORT: String(port) },
    };
    const samplesMs: number[] = [];
    const processor: number[] = [];
    const megabytes: number[] = [];
    for (let start = 0; start < starts; start += 1) {
      const before = performance.now();
      const platform = await startChild({ script: 'programs/platform.ts', env, logFile: path.join(home, 'log') });
      samplesMs.push(performance.now() - before);
      processor.push(processorTimeOf(platform.pid) / 1_000);
      megabytes.push(readShare(platform.pid));
      await platform.stop();
    }
    const row = (name: string, amounts: readonly number[], unit: string) => ({
      name,
      value: { amount: Math.min(...amounts), unit },
      samples: starts,
    });
    return {
      title: 'Start of the built platform, its database migrated',
      rows: [
        latencyRow('process → ready', samplesMs, 500),
        row('processor time until it is ready, least', processor, 'ms'),
        row('its share of memory when it is ready, least', megabytes, 'MB'),
      ],
    };
  });
