import { notFound } from '#platform/base/errors.ts';
import { retryOnCollision } from '#platform/db/collisions.ts';
import { webhooks } from '#platform/db/schema/webhooks.ts';
import type { Call } from '#platform/services/call.ts';
import { isWebhook } from './webhook.ts';

/**
 * Removes a receiver; what was on its way to it is dropped.
 * @throws 404 WEBHOOK for a webhook that the calling gym does not have
 */
export async function deleteWebhook(call: Call, webhookId: number): Promise<void> {
  const removed = await retryOnCollision(() =>
    call.db.transaction((sql) =>
      sql.delete(webhooks).where(isWebhook(call, webhookId)).returning({ webhookId: webhooks.webhookId }),
    ),
  );
  if (removed.length === 0) throw notFound('WEBHOOK');
}
