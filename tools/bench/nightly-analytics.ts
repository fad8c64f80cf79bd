import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { drizzleOnce } from '#programs/base/run-program.ts';
import { openCluster } from '#programs/postgresql/cluster.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { type AnalyticsGyms, gymCount, writeAnalyticsGyms } from './analytics-gyms.ts';
import type { MeasuredNight, Night } from './night-process.ts';
import { latencyRow, type Row, type Section } from './row.ts';

const database = 'analytics_of_many_gyms';
const dayMs = 24 * 60 * 60 * 1000;

/** One process's nightly job for many gyms, one after the other: the first night, and any other night. */
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

/** Separate from the platform's own database, whose jobs would process these gyms, too. */
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

async function measureNight(databaseUrl: string, { gyms }: AnalyticsGyms, name: string, now: Date): Promise<Row[]> {
  const { samplesMs, peakMegabytes } = await inSeparateProcess({ databaseUrl, gyms, now: now.getTime() });
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
}

/** A process of its own, so that memory held by the bench from earlier measurements does not count. */
async function inSeparateProcess(night: Night): Promise<MeasuredNight> {
  const child = fork(path.join(import.meta.dirname, 'night-process.ts'), { execArgv: drizzleOnce });
  const ended = once(child, 'exit');
  child.send(night);
  const [measured]: unknown[] = await Promise.race([
    once(child, 'message'),
    ended.then(([code]) => {
      throw new Error(`The nightly job ended with ${code}.`);
    }),
  ]);
  child.disconnect();
  await ended;
  return measured as MeasuredNight; // safe because: the process of night-process.ts sends nothing else
}
