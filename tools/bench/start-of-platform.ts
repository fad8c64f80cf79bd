import { processorTimeOf } from '#tools/testing/processor-time.ts';
import { starterOf, withOwnPlatform } from './own-cluster.ts';
import { latencyRow, type Section } from './row.ts';
import { readShare } from './share-of-memory.ts';

const starts = 20;

/** The built platform on a database that runs and is migrated, as after a restart. */
export const measureStart = (): Promise<Section> =>
  withOwnPlatform(async ({ url, home }) => {
    const startPlatform = await starterOf({ url, home });
    const first = performance.now();
    const fresh = await startPlatform();
    const firstMs = performance.now() - first;
    await fresh.stop();
    const samplesMs: number[] = [];
    const processor: number[] = [];
    const megabytes: number[] = [];
    for (let start = 0; start < starts; start += 1) {
      const before = performance.now();
      const platform = await startPlatform();
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
        {
          name: 'the first start before them, which creates the job queues',
          value: { amount: firstMs, unit: 'ms' },
          samples: 1,
        },
        row('processor time until it is ready, least', processor, 'ms'),
        row('its share of memory when it is ready, least', megabytes, 'MB'),
      ],
    };
  });
