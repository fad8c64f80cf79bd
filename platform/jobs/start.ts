import { type OperatorDatabase, openOperatorDatabase } from '#platform/db/client.ts';
import type { PlatformMetrics } from '#platform/metrics/platform-metrics.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import type { FileStore } from '#platform/services/exports/file-store.ts';
import { deliveryTimeoutMs, retryDelaysSeconds } from '#platform/services/webhooks/retry-schedule.ts';
import type { WebhookRules } from '#platform/services/webhooks/rules.ts';
import { startDeliveryWorker } from './delivery-worker.ts';
import { startExportWorker } from './export-worker.ts';
import { startGymAnalytics } from './gym-analytics.ts';
import { startHousekeeping } from './housekeeping.ts';
import type { JobContext } from './job-context.ts';
import { openJobQueue } from './job-queue.ts';
import { queueNotifications, startNotificationWorker } from './notification-worker.ts';
import { watchOutbox } from './outbox.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { queueExports } from './queue-exports.ts';
import { startTrainingPartitions } from './training-partitions.ts';

export interface JobsOptions extends Dependencies {
  /** The migrated database that `db` works on. */
  databaseUrl: string;
  webhooks: WebhookRules;
  /** Where the files of the data export are stored. */
  store: FileStore;
  /** Database that exports are read from, if it is a different one. */
  exportsDatabaseUrl?: string | undefined;
  /** How long an export waits for that replica to catch up. */
  replicaShowsWithinMs?: number;
  retryDelaysSeconds?: readonly number[];
  timeoutMs?: number;
  /** Interval of the scan for work whose notification was lost, and for work that becomes due without one, such as retries. */
  sweepEveryMs?: number;
  metrics?: PlatformMetrics;
}

/** The jobs of a process, and what can be monitored of them. */
interface StartedJobs extends RunningJobs {
  operator: OperatorDatabase;
  atNight: OperatorDatabase;
}

export interface RunningJobs {
  /** Computes due weekly metrics now instead of at the next scheduled run. */
  queueAnalytics(): Promise<void>;
  /** Lets running deliveries finish, for three seconds at most. */
  stop(): Promise<void>;
}

const sweepEveryMs = 15_000;
const workersEndWithinMs = 1_000;
const nightEndsWithinMs = 1_000;
/** Timeout of a worker's statement. Another attempt repeats the work after it. */
const longestWorkersAnswerMs = 60_000;

/** Starts the platform's workers in this process. Any number of processes may run them on one database. */
export async function startJobs(options: JobsOptions): Promise<StartedJobs> {
  const { databaseUrl, log } = options;
  const onIdleError = (error: Error) => log.warn({ error }, 'database connection lost');
  const operator = openOperatorDatabase({
    url: databaseUrl,
    maxConnections: 4,
    longestAnswerMs: longestWorkersAnswerMs,
    onIdleError,
  });
  // a single statement of these jobs may delete or count many rows
  const atNight = openOperatorDatabase({ url: databaseUrl, maxConnections: 2, onIdleError });
  // any other process repeats the nightly work that is aborted here
  const close = () => Promise.all([operator.close(), atNight.close({ withinMs: nightEndsWithinMs })]);
  try {
    const boss = await openJobQueue({ databaseUrl, log });
    const workers = await startWorkers(options, { ...options, operator, boss }, atNight);
    return {
      operator,
      atNight,
      queueAnalytics: workers.queueAnalytics,
      stop: async () => {
        await workers.stop();
        await boss.stop({ graceful: true, timeout: workersEndWithinMs });
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startWorkers(
  options: JobsOptions,
  context: JobContext,
  atNight: OperatorDatabase,
): Promise<RunningJobs> {
  const deliveries = startDeliveryWorker({
    ...context,
    rules: options.webhooks,
    metrics: options.metrics,
    retryDelaysSeconds: options.retryDelaysSeconds ?? retryDelaysSeconds,
    timeoutMs: options.timeoutMs ?? deliveryTimeoutMs,
  });
  const sweepMs = options.sweepEveryMs ?? sweepEveryMs;
  const { databaseUrl, store, exportsDatabaseUrl: url, replicaShowsWithinMs: showsWithinMs = 10_000 } = options;
  const replica = url === undefined ? undefined : { url, showsWithinMs };
  const exports = startExportWorker({ ...context, databaseUrl, store, replica });
  const notifications = await startNotificationWorker(context, { pollEveryMs: sweepMs });
  await startHousekeeping({ ...context, operator: atNight });
  const queueAnalytics = await startGymAnalytics({ ...context, operator: atNight });
  await startTrainingPartitions({ ...context, operator: atNight });
  const outbox = await watchOutbox({
    boss: context.boss,
    log: context.log,
    sweepEveryMs: sweepMs,
    tables: {
      webhook_deliveries: { queue: () => queueDeliveries(context), wake: deliveries.wake },
      push_notifications: { queue: () => queueNotifications(context), wake: notifications.wake },
      export_jobs: { queue: () => queueExports(context), wake: exports.wake },
    },
  });
  return {
    queueAnalytics,
    stop: async () => {
      await Promise.all([outbox.stop(), deliveries.stop(), exports.stop()]);
    },
  };
}
