import { sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { queues } from './job-queue.ts';

/**
 * Sets events and files back to waiting if their job is gone. The queue deletes jobs that failed too often, and jobs
 * that no worker fetched for two weeks. Everywhere else, row and job change in one transaction, so a row without a
 * job is a lost one.
 */
export async function requeueLostJobs(sql: Sql): Promise<{ deliveries: number; exports: number }> {
  const deliveries = await sql.execute(raw`
    UPDATE webhook_deliveries delivery SET state = 'PENDING'
    WHERE delivery.state = 'QUEUED'
      AND NOT EXISTS (${openJobs(queues.webhookDeliveries)} AND data->>'deliveryId' = delivery.delivery_id::text)`);
  const exports = await sql.execute(raw`
    UPDATE export_jobs file SET queued_at = NULL
    WHERE file.status = 'IN_PROGRESS' AND file.queued_at IS NOT NULL
      AND NOT EXISTS (${openJobs(queues.exportFiles)} AND data->>'jobId' = file.job_id::text)`);
  return { deliveries: deliveries.rowCount ?? 0, exports: exports.rowCount ?? 0 };
}

const openJobs = (queue: string) => raw`SELECT FROM pgboss.job WHERE name = ${queue} AND state < 'completed'`;
