import { and, eq, sql as raw } from 'drizzle-orm';
import { notFound } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { webhookDeliveries } from '#platform/db/schema/webhooks.ts';
import type { Call } from '#platform/services/call.ts';
import { deliveryInContext, type Obstacle, obstacleOfDelivery } from './delivery-in-context.ts';

interface DeliverySeen {
  deliveryId: string;
  /** The number of attempts that the person saw on the page. */
  attempts: number;
}

/** `tried since`: another attempt was made after the page was loaded, so the request may be fulfilled already. */
export type SendAgainOutcome = 'sent' | 'tried since' | Obstacle;

/**
 * Sends a delivered or given-up event once more, under the same `webhook-id` and with a new retry schedule.
 * Idempotent: the same request, concurrent or repeated, sends the event once.
 * @throws 404 WEBHOOK if this webhook of the calling gym does not have the delivery
 */
export async function sendAgain(
  call: Call,
  webhookId: number,
  { deliveryId, attempts }: DeliverySeen,
): Promise<SendAgainOutcome> {
  const { db, chainId } = call;
  return db.transaction(async (sql) => {
    // an advisory lock instead of a row lock: the worker skips locked rows, and would retry much later
    await sql.execute(raw`SELECT pg_advisory_xact_lock(hashtextextended(${`delivery ${deliveryId}`}, 0))`);
    const found = await findDelivery(sql, call, webhookId, deliveryId);
    if (found.obstacle) return found.obstacle;
    if (found.attempts !== attempts) return 'tried since';
    const renewed = await sql
      .update(webhookDeliveries)
      .set({ state: 'PENDING', attemptsBefore: attempts })
      .where(and(eq(webhookDeliveries.chainId, chainId), eq(webhookDeliveries.deliveryId, deliveryId)))
      .returning({ deliveryId: webhookDeliveries.deliveryId });
    // it was deleted with its webhook or member since it was read
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
