import { and, eq, sql as raw } from 'drizzle-orm';
import { notFound } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { webhookDeliveries } from '#platform/db/schema/webhooks.ts';
import type { Call } from '#platform/services/call.ts';
import { deliveryInContext, type Obstacle, obstacleOfDelivery } from './delivery-in-context.ts';

interface DeliverySeen {
  deliveryId: string;
  /** Tries that the person saw who wants it sent again. */
  attempts: number;
}

/** `tried since`: there was another try after what the person saw, by which this wish may be fulfilled already. */
export type SendAgainOutcome = 'sent' | 'tried since' | Obstacle;

/**
 * Sends an event once more that arrived or was given up, under the same `webhook-id`, and with retries as the first
 * time. However often the same wish arrives, at once or one after another, it sends the event once.
 * @throws 404 WEBHOOK for a delivery that this webhook of the calling gym does not have
 */
export async function sendAgain(
  call: Call,
  webhookId: number,
  { deliveryId, attempts }: DeliverySeen,
): Promise<SendAgainOutcome> {
  const { db, chainId } = call;
  return db.transaction(async (sql) => {
    // not a lock on the row: the worker passes by rows that are locked, and would come back much later
    await sql.execute(raw`SELECT pg_advisory_xact_lock(hashtextextended(${`delivery ${deliveryId}`}, 0))`);
    const found = await findDelivery(sql, call, webhookId, deliveryId);
    if (found.obstacle) return found.obstacle;
    if (found.attempts !== attempts) return 'tried since';
    const renewed = await sql
      .update(webhookDeliveries)
      .set({ state: 'PENDING', attemptsBefore: attempts })
      .where(and(eq(webhookDeliveries.chainId, chainId), eq(webhookDeliveries.deliveryId, deliveryId)))
      .returning({ deliveryId: webhookDeliveries.deliveryId });
    // it went with its webhook or its member since it was read
    if (renewed.length === 0) throw notFound('WEBHOOK');
    return 'sent';
  });
}

async function findDelivery(sql: Sql, { chainId, gymId }: Call, webhookId: number, deliveryId: string) {
  const { rows } = await sql.execute<{ attempts: number; obstacle: Obstacle | null }>(raw`
    SELECT delivery.attempts, ${raw.raw(obstacleOfDelivery)} AS obstacle
    FROM ${raw.raw(deliveryInContext)}
    WHERE delivery.chain_id = ${chainId} AND hook.gym_id = ${gymId} AND hook.webhook_id = ${webhookId}
      AND delivery.delivery_id = ${deliveryId}`);
  const [found] = rows;
  if (!found) throw notFound('WEBHOOK');
  return found;
}
