import { sql as raw } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import type { DeliveryKey, OpenDelivery } from '#platform/services/webhooks/settle-delivery.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';

const batchSize = 500;

/** Deliveries in one lane of a gym share a group, which limits how many of them run at a time. */
export const groupOf = ({ gymId, lane }: Pick<OpenDelivery, 'gymId' | 'lane'>) => ({ id: `${gymId}/${lane}` });

/**
 * Creates jobs for pending deliveries. Row and job change in one transaction, and concurrent processes skip each
 * other's locked rows: every delivery becomes exactly one job.
 */
export async function queueDeliveries({ operator, boss }: Pick<JobContext, 'operator' | 'boss'>): Promise<void> {
  let queued: number;
  do {
    queued = await operator.transaction(async (sql) => {
      const { rows } = await sql.execute<
        Pick<OpenDelivery, 'chainId' | 'deliveryId' | 'gymId' | 'lane' | 'type'> & Record<string, unknown>
      >(raw`
        UPDATE webhook_deliveries delivery SET state = 'QUEUED'
        FROM (
          SELECT chain_id, delivery_id FROM webhook_deliveries WHERE state = 'PENDING'
          ORDER BY created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
        ) pending, webhooks hook
        WHERE delivery.chain_id = pending.chain_id AND delivery.delivery_id = pending.delivery_id
          AND hook.chain_id = delivery.chain_id AND hook.webhook_id = delivery.webhook_id
        RETURNING delivery.chain_id AS "chainId", delivery.delivery_id AS "deliveryId", hook.gym_id AS "gymId", hook.lane,
          delivery.type`);
      const jobs = rows.map(({ chainId, deliveryId, gymId, lane, type }) => ({
        data: { chainId, deliveryId } satisfies DeliveryKey,
        group: groupOf({ gymId, lane }),
        priority: type === 'TEST' ? 1 : 0,
      }));
      if (jobs.length > 0) await boss.insert(queues.webhookDeliveries, jobs, { db: fromDrizzle(sql, raw) });
      return jobs.length;
    });
  } while (queued === batchSize);
}
