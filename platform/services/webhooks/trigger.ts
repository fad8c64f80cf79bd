import { webhookDeliveries } from '#platform/db/schema/webhooks.ts';
import type { Call } from '#platform/services/call.ts';
import { holdWebhook } from './webhook.ts';

/**
 * Sends an event of type `TEST`: one attempt, at once, also to a receiver that answered 410 Gone.
 * @throws 404 WEBHOOK if the calling gym does not have the webhook
 */
export async function triggerWebhook(call: Call, webhookId: number): Promise<void> {
  const { chainId, ids, clock } = call;
  const now = clock();
  await call.db.transaction(async (sql) => {
    await holdWebhook(sql, call, webhookId);
    await sql
      .insert(webhookDeliveries)
      .values({ chainId, deliveryId: ids.uuid(), webhookId, type: 'TEST', occurredAt: now, createdAt: now });
  });
}
