import { sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';
import { takeUpLostJobs } from './lost-jobs.ts';

const daysKept = 30;
const everyNight = '17 3 * * *';

/** Deletes what was sent, given up or fetched a while ago: deliveries, notifications and files' jobs are not kept for ever. */
export async function deleteOldWork(sql: Sql, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - daysKept * 24 * 60 * 60 * 1000);
  await sql.execute(raw`
    DELETE FROM webhook_deliveries WHERE state IN ('DELIVERED', 'FAILED') AND created_at < ${oldest}`);
  await sql.execute(raw`DELETE FROM push_notifications WHERE delivered_at < ${oldest}`);
  await sql.execute(raw`
    DELETE FROM export_jobs
    WHERE status IN ('EXPIRED', 'FAILED') AND created_at < ${oldest} AND file_name IS NULL`);
}

export async function startHousekeeping({ boss, operator, clock, log }: JobContext): Promise<void> {
  await boss.schedule(queues.housekeeping, everyNight);
  await boss.work(queues.housekeeping, { pollingIntervalSeconds: 60 }, async () => {
    await operator.transaction((sql) => deleteOldWork(sql, clock()));
    const lost = await operator.transaction(takeUpLostJobs);
    if (lost.deliveries + lost.exports > 0) log.warn(lost, 'jobs that the queue had lost are taken up again');
  });
}
