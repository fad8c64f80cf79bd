import { notFound } from '#platform/base/errors.ts';
import { retryOnCollision } from '#platform/db/collisions.ts';
import { webhooks } from '#platform/db/schema/webhooks.ts';
import type { Call } from '#platform/services/call.ts';
import { isWebhook } from './webhook.ts';

/**
 * Deletes a webhook and drops its pending deliveries.
 * @throws 404 WEBHOOK if the calling gym does not have the webhook
 */
export async function deleteWebhook(call: Call, webhookId: number): Promise<void> {
  const removed = await retryOnCollision(() =>
    call.db.transaction((sql) =>
      sql.delete(webhooks).where(isWebhook(call, webhookId)).returning({ webhookId: webhooks.webhookId }),
    ),
  );
  if (removed.length === 0) throw notFound('WEBHOOK');
}
