import { sql as raw } from 'drizzle-orm';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { computeAnalytics } from '#platform/services/analytics/compute.ts';
import type { AnalyticsGyms } from './analytics-gyms.ts';
import { watchMemory } from './watch-memory.ts';

// Only the nightly job of many gyms, to be measured: its parent sends the gyms, and it replies once.

export interface Night {
  databaseUrl: string;
  gyms: AnalyticsGyms['gyms'];
  /** Epoch milliseconds. */
  now: number;
}

export interface MeasuredNight {
  /** The duration for each gym. */
  samplesMs: number[];
  /** Of this process and its PostgreSQL backend; undefined if the system does not report it. */
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
