import { PgBoss } from 'pg-boss';
import { connectWithinMs } from '#platform/db/client.ts';
import { connectionTo } from '#shared/database/connection.ts';
import type { Log } from '#shared/log/log.ts';

export const queues = {
  webhookDeliveries: 'webhook-deliveries',
  pushNotifications: 'push-notifications',
  exportFiles: 'export-files',
  housekeeping: 'housekeeping',
  analytics: 'analytics',
  gymAnalytics: 'gym-analytics',
  trainingPartitions: 'training-partitions',
} as const;

interface JobQueueOptions {
  databaseUrl: string;
  log: Log;
}

/** Opens the queue on the platform's database, as the role that sees all chains. Several processes may share it. */
export async function openJobQueue({ databaseUrl, log }: JobQueueOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connectionTo(databaseUrl, {
      name: 'front desk jobs',
      connectWithinMs,
      longestAnswerMs: 30_000,
      setUp: 'SET ROLE front_desk_operator',
    }),
    createSchema: false,
    // how soon it is noticed that the process is gone that had a job
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    max: 4,
  });
  boss.on('error', (error) => log.warn({ error }, 'job queue failed'));
  boss.on('warning', ({ message, data }) => log.warn({ message, data }, 'job queue warns'));
  await boss.start();
  await boss.createQueue(queues.webhookDeliveries, {
    // a try takes seconds; a job that takes longer belongs to a process that is gone
    expireInSeconds: 60,
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    deleteAfterSeconds: 3600,
  });
  await boss.createQueue(queues.pushNotifications, { policy: 'short', deleteAfterSeconds: 3600 });
  await boss.createQueue(queues.exportFiles, {
    // a process that is silent for so long is gone
    heartbeatSeconds: 30,
    expireInSeconds: 4 * 3600,
    // the rows of the jobs count the tries that matter
    retryLimit: 1000,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    deleteAfterSeconds: 3600,
  });
  await boss.createQueue(queues.housekeeping, { policy: 'short', deleteAfterSeconds: 86_400 });
  await boss.createQueue(queues.analytics, { policy: 'short', deleteAfterSeconds: 86_400 });
  await boss.createQueue(queues.gymAnalytics, {
    policy: 'exclusive',
    // a gym that failed is due still
    retryLimit: 0,
    deleteAfterSeconds: 86_400,
  });
  // a month is not dropped while somebody reads for long: that ends, and the night is long
  const untilMorning = { retryLimit: 12, retryDelay: 600 };
  await boss.createQueue(queues.trainingPartitions, { policy: 'short', ...untilMorning, deleteAfterSeconds: 86_400 });
  return boss;
}
