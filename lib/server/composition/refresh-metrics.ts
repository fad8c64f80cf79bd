import 'server-only';
import { and, count, eq, inArray, isNotNull, isNull, lte, min, ne, sql } from 'drizzle-orm';
import { confirmationQueueName } from '#lib/server/confirmation/confirmer.ts';
import type { PoolUse, Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { connectionStates, platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { taskChanges } from '#lib/server/db/schema/tasks.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { webhookInbox } from '#lib/server/db/schema/webhooks.ts';
import { readDueAttempts } from '#lib/server/ledger/attempt.ts';
import { unsentStates } from '#lib/server/ledger/ledger.ts';
import { messageLedger } from '#lib/server/messages/ledger.ts';
import type { DeskMetrics } from '#lib/server/metrics/desk-metrics.ts';
import { taskLedger } from '#lib/server/tasks/ledger.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';

interface Watched {
  db: Queryable;
  clock: () => number;
  metrics: DeskMetrics;
  /** The connection pools of this process, by name. */
  pools: Readonly<Record<string, { use(): PoolUse }>>;
  countWindows: () => number;
}

/** Updates the metrics that are read at each scrape. An unreachable database is a metric and not a failure of the scrape. */
export async function refreshMetrics({ db, clock, metrics, pools, countWindows }: Watched): Promise<void> {
  metrics.liveWindows.set(countWindows());
  for (const [pool, { use }] of Object.entries(pools)) {
    const { total, idle, waiting } = use();
    metrics.connections.set({ pool, state: 'busy' }, total - idle);
    metrics.connections.set({ pool, state: 'idle' }, idle);
    metrics.waitingForConnection.set({ pool }, waiting);
  }
  try {
    await readLedgers(db, clock(), metrics);
    await readDue({ db, clock, metrics });
    metrics.databaseUp.set(1);
  } catch {
    metrics.databaseUp.set(0);
  }
}

async function readLedgers(db: Queryable, now: number, metrics: DeskMetrics): Promise<void> {
  const ageOf = (at: Date | null | undefined) => (at ? Math.max(0, (now - at.getTime()) / 1_000) : 0);
  const states = await db
    .select({ state: visits.state, visits: count(), oldest: min(visits.recordedAt) })
    .from(visits)
    .where(inArray(visits.state, [...unsentStates]))
    .groupBy(visits.state);
  metrics.oldestUnsentVisitAge.set(Math.max(0, ...states.map(({ oldest }) => ageOf(oldest))));
  for (const state of unsentStates) {
    metrics.unsentVisits.set({ state }, states.find((found) => found.state === state)?.visits ?? 0);
  }
  const [toSettle] = await db
    .select({ visits: count() })
    .from(visits)
    .where(and(inArray(visits.state, ['refused', 'unresolved']), isNull(visits.settledAt)));
  metrics.visitsToSettle.set(toSettle?.visits ?? 0);
  const [changes] = await db
    .select({ oldest: min(taskChanges.recordedAt) })
    .from(taskChanges)
    .where(inArray(taskChanges.state, [...unsentStates]));
  metrics.oldestUnsentTaskChangeAge.set(ageOf(changes?.oldest));
  const [told] = await db
    .select({ oldest: min(webhookInbox.nextAttemptAt) })
    .from(webhookInbox)
    .where(and(isNotNull(webhookInbox.accountId), lte(webhookInbox.nextAttemptAt, new Date(now))));
  metrics.oldestDueWebhookAge.set(ageOf(told?.oldest));
  const away = await db
    .select({ connection: platformStatus.connection, locations: count() })
    .from(platformStatus)
    .innerJoin(locations, eq(locations.id, platformStatus.locationId))
    .where(and(ne(platformStatus.connection, 'reachable'), isNull(locations.retiredAt)))
    .groupBy(platformStatus.connection);
  for (const connection of connectionStates.filter((state) => state !== 'reachable')) {
    metrics.platformsAway.set({ connection }, away.find((found) => found.connection === connection)?.locations ?? 0);
  }
}

async function readDue({ db, clock, metrics }: Pick<Watched, 'db' | 'clock' | 'metrics'>): Promise<void> {
  const ofLedgers = [
    await readDueAttempts(db, visitLedger({ clock })),
    await readDueAttempts(db, taskLedger({ clock })),
    await readDueAttempts(db, messageLedger({ clock })),
  ];
  for (const { name: queue, count: due, oldest } of ofLedgers) {
    metrics.dueJobs.set({ queue }, due);
    metrics.oldestDueJobAge.set({ queue }, oldest ? Math.max(0, clock() - oldest.getTime()) / 1_000 : 0);
  }
  // queues of earlier versions are left out
  const { rows } = await db.execute<{ queue: string; jobs: number; age: number | null }>(sql`
    select queue.name as queue, count(job.id)::int as jobs,
      extract(epoch from now() - min(job.start_after))::float8 as age
    from pgboss.queue
    left join pgboss.job on job.name = queue.name and job.state < 'active' and job.start_after <= now()
    where queue.name = ${confirmationQueueName}
    group by queue.name`);
  for (const { queue, jobs, age } of rows) {
    metrics.dueJobs.set({ queue }, jobs);
    metrics.oldestDueJobAge.set({ queue }, age ?? 0);
  }
}
