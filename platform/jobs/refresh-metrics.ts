import { sql as raw } from 'drizzle-orm';
import type { OperatorDatabase, PoolUse } from '#platform/db/client.ts';
import type { PlatformMetrics } from '#platform/metrics/platform-metrics.ts';
import { queues } from './job-queue.ts';

interface Watched {
  /** The pools of this process by name. */
  pools: Readonly<Record<string, { use(): PoolUse }>>;
  /** Reads the jobs of all chains. */
  operator: OperatorDatabase;
}

/**
 * Updates the metrics that are read at each scrape. If the database is down, a metric shows it and the scrape still
 * succeeds.
 */
export async function refreshMetrics(metrics: PlatformMetrics, { pools, operator }: Watched): Promise<void> {
  for (const [pool, { use }] of Object.entries(pools)) {
    const { total, idle, waiting } = use();
    metrics.connections.set({ pool, state: 'busy' }, total - idle);
    metrics.connections.set({ pool, state: 'idle' }, idle);
    metrics.waitingForConnection.set({ pool }, waiting);
  }
  const due = await readDueJobs(operator).catch(() => undefined);
  metrics.databaseUp.set(due ? 1 : 0);
  for (const queue of due ? Object.values(queues) : []) {
    const { jobs = 0, ageSeconds = 0 } = due?.get(queue) ?? {};
    metrics.dueJobs.set({ queue }, jobs);
    metrics.oldestDueJobAge.set({ queue }, ageSeconds);
  }
}

interface DueJobs {
  jobs: number;
  ageSeconds: number;
}

async function readDueJobs(operator: OperatorDatabase): Promise<Map<string, DueJobs>> {
  const { rows } = await operator.transaction((sql) =>
    sql.execute<{ name: string } & DueJobs & Record<string, unknown>>(raw`
      SELECT name, count(*)::int AS jobs, extract(epoch FROM now() - min(start_after))::float8 AS "ageSeconds"
      FROM pgboss.job WHERE state < 'active' AND start_after <= now() GROUP BY name`),
  );
  return new Map(rows.map(({ name, ...due }) => [name, due]));
}
