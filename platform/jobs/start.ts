import { type OperatorDatabase, openOperatorDatabase } from '#platform/db/client.ts';
import type { PlatformMetrics } from '#platform/metrics/platform-metrics.ts';
import type { Dependencies } from '#platform/services/dependencies.ts';
import type { FileStore } from '#platform/services/exports/file-store.ts';
import { deliveryTimeoutMs, retryDelaysSeconds } from '#platform/services/webhooks/retry-schedule.ts';
import type { WebhookRules } from '#platform/services/webhooks/rules.ts';
import { startDeliveryWorker } from './delivery-worker.ts';
import { startExportWorker } from './export-worker.ts';
import { askForDueGyms, startGymAnalytics } from './gym-analytics.ts';
import { startHousekeeping } from './housekeeping.ts';
import type { JobContext } from './job-context.ts';
import { openJobQueue } from './job-queue.ts';
import { queueNotifications, startNotificationWorker } from './notification-worker.ts';
import { watchOutbox } from './outbox.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { startTrainingPartitions } from './training-partitions.ts';

export interface JobsOptions extends Dependencies {
  /** Of the database that `db` works on; migrated. */
  databaseUrl: string;
  webhooks: WebhookRules;
  /** Where files of the data export are kept. */
  store: FileStore;
  /** Where files of the data export are read from, if not from there. */
  exportsDatabaseUrl?: string | undefined;
  /** How long a file waits for that one to show what the database has. */
  replicaShowsWithinMs?: number;
  retryDelaysSeconds?: readonly number[];
  timeoutMs?: number;
  /** How often it is looked for work that no announcement was heard of. */
  sweepEveryMs?: number;
  metrics?: PlatformMetrics;
}

/** The jobs of a process, with what there is to watch of them. */
interface StartedJobs extends RunningJobs {
  operator: OperatorDatabase;
  atNight: OperatorDatabase;
}

export interface RunningJobs {
  /** Has the weekly metrics that are due computed now, and not when they are next looked for. */
  queueAnalytics(): Promise<void>;
  /** Lets deliveries under way end, for three seconds at most. */
  stop(): Promise<void>;
}

const sweepEveryMs = 15_000;
const pollEveryMs = 1_000;
const workersEndWithinMs = 1_000;
const nightEndsWithinMs = 1_000;
/** Without an answer for so long, no worker goes on waiting: what it had is taken up again. */
const longestWorkersAnswerMs = 60_000;

/** Starts the workers of the platform in this process. Any number of processes may run them on one database. */
export async function startJobs(options: JobsOptions): Promise<StartedJobs> {
  const { databaseUrl, log } = options;
  const onIdleError = (error: Error) => log.warn({ error }, 'database connection lost');
  const operator = openOperatorDatabase({
    url: databaseUrl,
    maxConnections: 4,
    longestAnswerMs: longestWorkersAnswerMs,
    onIdleError,
  });
  // what they delete or count in one statement may be much
  const atNight = openOperatorDatabase({ url: databaseUrl, maxConnections: 2, onIdleError });
  // what of the night is still under way is done anew by whoever runs next
  const close = () => Promise.all([operator.close(), atNight.close({ withinMs: nightEndsWithinMs })]);
  try {
    const boss = await openJobQueue({ databaseUrl, log });
    const workers = await startWorkers(options, { ...options, operator, boss }, atNight);
    return {
      operator,
      atNight,
      queueAnalytics: () => askForDueGyms(boss),
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
): Promise<Pick<RunningJobs, 'stop'>> {
  const deliveries = startDeliveryWorker({
    ...context,
    rules: options.webhooks,
    metrics: options.metrics,
    retryDelaysSeconds: options.retryDelaysSeconds ?? retryDelaysSeconds,
    timeoutMs: options.timeoutMs ?? deliveryTimeoutMs,
  });
  const { databaseUrl, store, exportsDatabaseUrl: url, replicaShowsWithinMs: showsWithinMs = 10_000 } = options;
  const replica = url === undefined ? undefined : { url, showsWithinMs };
  const exports = startExportWorker({ ...context, databaseUrl, store, replica });
  await startNotificationWorker(context);
  await startHousekeeping({ ...context, operator: atNight });
  await startGymAnalytics({ ...context, operator: atNight });
  await startTrainingPartitions({ ...context, operator: atNight });
  const outbox = await watchOutbox({
    boss: context.boss,
    log: context.log,
    sweepEveryMs: options.sweepEveryMs ?? sweepEveryMs,
    take: {
      webhook_deliveries: async () => {
        await queueDeliveries(context);
        deliveries.wake();
      },
      push_notifications: () => queueNotifications(context),
      export_jobs: () => exports.take(),
    },
  });
  const polling = setInterval(() => {
    deliveries.wake();
    exports.wake();
  }, pollEveryMs);
  return {
    stop: async () => {
      clearInterval(polling);
      await Promise.all([outbox.stop(), deliveries.stop(), exports.stop()]);
    },
  };
}
