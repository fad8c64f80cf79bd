import { webhookDeliveries } from '#platform/db/schema/webhooks.ts';
import type { Call } from '#platform/services/call.ts';
import { holdWebhook } from './webhook.ts';

/**
 * Sends an event of type `TEST`: one try, at once, to a receiver that had said it is gone too.
 * @throws 404 WEBHOOK for a webhook that the calling gym does not have
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
