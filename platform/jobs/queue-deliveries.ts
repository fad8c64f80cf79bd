import { sql as raw } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import type { DeliveryKey } from '#platform/services/webhooks/settle-delivery.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';

const batchSize = 500;

/** Deliveries to one receiver share a group, which limits how many of them run at a time. */
export const groupOf = ({ chainId, webhookId }: { chainId: string; webhookId: number }) => ({
  id: `${chainId}/${webhookId}`,
});

/**
 * Creates jobs for pending deliveries. Row and job change in one transaction, and concurrent processes skip each
 * other's locked rows: every delivery becomes exactly one job.
 */
export async function queueDeliveries({ operator, boss }: Pick<JobContext, 'operator' | 'boss'>): Promise<void> {
  let queued: number;
  do {
    queued = await operator.transaction(async (sql) => {
      const { rows } = await sql.execute<{ chainId: string; deliveryId: string; webhookId: number; type: string }>(raw`
        UPDATE webhook_deliveries delivery SET state = 'QUEUED'
        FROM (
          SELECT chain_id, delivery_id FROM webhook_deliveries WHERE state = 'PENDING'
          ORDER BY created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
        ) pending
        WHERE delivery.chain_id = pending.chain_id AND delivery.delivery_id = pending.delivery_id
        RETURNING delivery.chain_id AS "chainId", delivery.delivery_id AS "deliveryId",
          delivery.webhook_id AS "webhookId", delivery.type`);
      const jobs = rows.map(({ chainId, deliveryId, webhookId, type }) => ({
        data: { chainId, deliveryId } satisfies DeliveryKey,
        group: groupOf({ chainId, webhookId }),
        priority: type === 'TEST' ? 1 : 0,
      }));
      if (jobs.length > 0) await boss.insert(queues.webhookDeliveries, jobs, { db: fromDrizzle(sql, raw) });
      return jobs.length;
    });
  } while (queued === batchSize);
}
