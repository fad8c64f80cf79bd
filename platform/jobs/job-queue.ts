import { PgBoss } from 'pg-boss';
import { connectWithinMs } from '#platform/db/client.ts';
import { clocksDifferMs } from '#shared/clocks-differ.ts';
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

/** Opens the queue in the platform's database, with the role that sees all chains. Several processes may share it; each fetches its jobs by `job-pool.ts`. */
export async function openJobQueue({ databaseUrl, log }: JobQueueOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connectionTo(databaseUrl, {
      name: 'front desk jobs',
      connectWithinMs,
      longestAnswerMs: 30_000,
      setUp: 'SET ROLE front_desk_operator',
    }),
    createSchema: false,
    // how soon a crash of the process that had a job is detected
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    // what is scheduled is no matter of seconds
    cronWorkerIntervalSeconds: 45,
    max: 4,
  });
  boss.on('error', (error) => log.warn({ error }, 'job queue failed'));
  boss.on('warning', ({ message, data }) => log.warn({ message, data }, 'job queue warns'));
  await boss.start();
  await forgetRunsAhead(boss);
  await boss.createQueue(queues.webhookDeliveries, {
    // an attempt takes seconds; if a job takes longer, its process has crashed
    expireInSeconds: 60,
    retryLimit: 20,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    deleteAfterSeconds: 3600,
  });
  await boss.createQueue(queues.pushNotifications, { policy: 'short', deleteAfterSeconds: 3600 });
  await boss.createQueue(queues.exportFiles, {
    // a process without a heartbeat for this long has crashed
    heartbeatSeconds: 30,
    expireInSeconds: 4 * 3600,
    // the rows of the jobs count their attempts and set the real limit
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
    // no retry: a gym that failed stays due
    retryLimit: 0,
    deleteAfterSeconds: 86_400,
  });
  // a month cannot be dropped during a long read transaction; retries go on for two hours
  const untilMorning = { retryLimit: 12, retryDelay: 600 };
  await boss.createQueue(queues.trainingPartitions, { policy: 'short', ...untilMorning, deleteAfterSeconds: 86_400 });
  return boss;
}

/**
 * pg-boss starts no scheduled job, looks for no crashed one and deletes no finished one until some time after its last such run, by
 * the database's clock. If that was set back, the last run is in the future, and so are the start of jobs that wait, the time
 * limit of those that a crashed process had, and the minutes for which schedules have already had their job.
 */
async function forgetRunsAhead(boss: PgBoss): Promise<void> {
  const ahead = `now() + make_interval(secs => ${clocksDifferMs / 1_000})`;
  const database = boss.getDb();
  await database.executeSql(`UPDATE pgboss.version SET cron_on = NULL WHERE cron_on > ${ahead}`);
  await database.executeSql(`
    UPDATE pgboss.queue SET monitor_claim_on = NULL, monitor_on = NULL, maintain_on = NULL
    WHERE greatest(monitor_claim_on, monitor_on, maintain_on) > ${ahead}`);
  await database.executeSql(`
    UPDATE pgboss.job SET start_after = now() WHERE state < 'active' AND greatest(created_on, started_on) > ${ahead}`);
  // another process may run it: its time limit begins again, and it is not released
  await database.executeSql(`
    UPDATE pgboss.job SET started_on = now(), heartbeat_on = CASE WHEN heartbeat_on IS NOT NULL THEN now() END
    WHERE state = 'active' AND greatest(started_on, heartbeat_on) > ${ahead}`);
  await database.executeSql(
    `UPDATE pgboss.job SET singleton_on = NULL WHERE singleton_on AT TIME ZONE 'UTC' > ${ahead}`,
  );
}
