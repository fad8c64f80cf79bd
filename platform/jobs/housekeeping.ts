import { sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';
import { requeueLostJobs } from './lost-jobs.ts';

const daysKept = 30;
const everyNight = '17 3 * * *';

/** Deletes old rows of finished work: deliveries, notifications and export jobs. */
export async function deleteOldWork(sql: Sql, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - daysKept * dayMs);
  await sql.execute(raw`
    DELETE FROM webhook_deliveries WHERE state IN ('DELIVERED', 'FAILED') AND created_at < ${oldest}`);
  await sql.execute(raw`DELETE FROM push_notifications WHERE delivered_at < ${oldest}`);
  await sql.execute(raw`
    DELETE FROM export_jobs
    WHERE status IN ('EXPIRED', 'FAILED') AND created_at < ${oldest} AND file_name IS NULL`);
}

/** The nightly run: deletes old work, and puts jobs that the queue lost back into it. */
export async function runHousekeeping({ operator, clock, log }: Pick<JobContext, 'operator' | 'clock' | 'log'>) {
  await operator.transaction((sql) => deleteOldWork(sql, clock()));
  const lost = await operator.transaction(requeueLostJobs);
  if (lost.deliveries + lost.exports > 0) log.warn(lost, 'jobs that the queue had lost are taken up again');
}

export async function startHousekeeping(context: JobContext): Promise<void> {
  await context.boss.schedule(queues.housekeeping, everyNight);
  await context.boss.work(queues.housekeeping, { pollingIntervalSeconds: 60 }, () => runHousekeeping(context));
}
