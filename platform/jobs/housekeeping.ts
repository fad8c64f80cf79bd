import { sql as raw } from 'drizzle-orm';
import type { OperatorDatabase, Sql } from '#platform/db/client.ts';
import { deleteInBatches } from '#platform/services/webhooks/delete-in-batches.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';
import { requeueLostJobs } from './lost-jobs.ts';

const daysKept = 30;
const everyNight = '17 3 * * *';

/** Deletes old rows of finished work: deliveries, notifications and export jobs. */
export async function deleteOldWork({ transaction }: Pick<OperatorDatabase, 'transaction'>, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - daysKept * dayMs);
  await deleteInBatches((most) => transaction((sql) => deleteDeliveries(sql, { settledBefore: oldest, most })));
  await transaction(async (sql) => {
    await sql.execute(raw`DELETE FROM push_notifications WHERE delivered_at < ${oldest}`);
    await sql.execute(raw`
      DELETE FROM export_jobs
      WHERE status IN ('EXPIRED', 'FAILED') AND created_at < ${oldest} AND file_name IS NULL`);
  });
}

/** Those that another transaction has locked are left to the next night. @returns how many were deleted */
async function deleteDeliveries(sql: Sql, { settledBefore, most }: { settledBefore: Date; most: number }) {
  const { rowCount } = await sql.execute(raw`
    WITH old AS MATERIALIZED (
      SELECT chain_id, delivery_id FROM webhook_deliveries
      WHERE state IN ('DELIVERED', 'FAILED') AND created_at < ${settledBefore}
      LIMIT ${most} FOR UPDATE SKIP LOCKED)
    DELETE FROM webhook_deliveries USING old
    WHERE webhook_deliveries.chain_id = old.chain_id AND webhook_deliveries.delivery_id = old.delivery_id`);
  return rowCount ?? 0;
}

/** The nightly run: deletes old work, and puts jobs that the queue lost back into it. */
export async function runHousekeeping({ operator, clock, log }: Pick<JobContext, 'operator' | 'clock' | 'log'>) {
  await deleteOldWork(operator, clock());
  const lost = await operator.transaction(requeueLostJobs);
  if (lost.deliveries + lost.exports > 0) log.warn(lost, 'jobs that the queue had lost are taken up again');
}

export async function startHousekeeping(context: JobContext): Promise<void> {
  await context.boss.schedule(queues.housekeeping, everyNight);
  await context.boss.work(queues.housekeeping, { pollingIntervalSeconds: 60 }, () => runHousekeeping(context));
}
