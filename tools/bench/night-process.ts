import { sql as raw } from 'drizzle-orm';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { computeAnalytics } from '#platform/services/analytics/compute.ts';
import type { AnalyticsGyms } from './analytics-gyms.ts';
import { watchMemory } from './watch-memory.ts';

// The nightly job of many gyms and nothing else, to be measured: told of them by its parent, it answers once.

export interface Night {
  databaseUrl: string;
  gyms: AnalyticsGyms['gyms'];
  /** In milliseconds since 1970. */
  now: number;
}

export interface MeasuredNight {
  /** How long each gym took. */
  samplesMs: number[];
  /** Of this process and of its connection's; undefined where the system does not say. */
  peakMegabytes: number | undefined;
}

process.once('message', (night: Night) => void measure(night).then((measured) => process.send?.(measured)));

async function measure({ databaseUrl, gyms, now }: Night): Promise<MeasuredNight> {
  const operator = openOperatorDatabase({ url: databaseUrl, maxConnections: 1 });
  try {
    const pid = await operator.transaction(async (sql) =>
      Number((await sql.execute<{ pid: number }>(raw`SELECT pg_backend_pid() AS pid`)).rows[0]?.pid),
    );
    const memory = watchMemory(['self', pid]);
    const samplesMs: number[] = [];
    for (const gym of gyms) {
      const startedAt = performance.now();
      await operator.transaction((sql) => computeAnalytics(sql, gym, new Date(now)));
      samplesMs.push(performance.now() - startedAt);
    }
    return { samplesMs, peakMegabytes: memory.stop() };
  } finally {
    await operator.close();
  }
}
