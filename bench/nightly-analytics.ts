import path from 'node:path';
import { sql as raw } from 'drizzle-orm';
import pg from 'pg';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { computeAnalytics } from '#platform/services/analytics/compute.ts';
import { openCluster } from '#scripts/embedded-postgres/cluster.ts';
import type { Stack } from '#scripts/testing/stack.ts';
import { type AnalyticsGyms, gymCount, writeAnalyticsGyms } from './analytics-gyms.ts';
import { latencyRow, type Row, type Section } from './row.ts';
import { watchMemory } from './watch-memory.ts';

const database = 'analytics_of_many_gyms';
const dayMs = 24 * 60 * 60 * 1000;

/** The nightly job of one process for many gyms, one after the other: the first night, and one like all others. */
export async function measureAnalytics(stack: Stack): Promise<Section> {
  const home = path.join(stack.dataDir, 'platform');
  const cluster = await openCluster({ home, database: 'platform', access: 'share' });
  try {
    return await withDatabase(cluster.url, async (url) => {
      const written = await writeAnalyticsGyms(url);
      const events = written.eventsPerGym.toLocaleString('en');
      const rows = [
        ...(await measureNight(url, written, `first night, all 104 weeks of ${events} events`, new Date())),
        ...(await measureNight(url, written, 'any other night', new Date(Date.now() + dayMs))),
      ];
      return { title: `Weekly analytics of ${gymCount} gyms with two years each, a gym at a time`, rows };
    });
  } finally {
    await cluster.stop();
  }
}

/** Beside the platform's own, whose jobs would take these gyms up, too. */
async function withDatabase<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${database}`);
    const own = new URL(url);
    own.pathname = `/${database}`;
    await migrateDatabase(own.href);
    return await work(own.href);
  } finally {
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await admin.end();
  }
}

async function measureNight(url: string, { gyms }: AnalyticsGyms, name: string, now: Date): Promise<Row[]> {
  const operator = openOperatorDatabase({ url, maxConnections: 1 });
  try {
    const pid = await operator.transaction(async (sql) =>
      Number((await sql.execute<{ pid: number }>(raw`SELECT pg_backend_pid() AS pid`)).rows[0]?.pid),
    );
    const memory = watchMemory(['self', pid]);
    const samplesMs: number[] = [];
    for (const gym of gyms) {
      const startedAt = performance.now();
      await operator.transaction((sql) => computeAnalytics(sql, gym, now));
      samplesMs.push(performance.now() - startedAt);
    }
    const peakMegabytes = memory.stop();
    const seconds = samplesMs.reduce((sum, ms) => sum + ms, 0) / 1000;
    return [
      latencyRow(`a gym, ${name}`, samplesMs),
      { name: `all ${gyms.length} gyms, ${name}`, value: { amount: seconds, unit: 's' }, samples: 1 },
      ...(peakMegabytes === undefined
        ? []
        : [
            {
              name: `most memory of the job and its connection, ${name}`,
              value: { amount: peakMegabytes, unit: 'MB' },
              samples: 1,
            },
          ]),
    ];
  } finally {
    await operator.close();
  }
}
