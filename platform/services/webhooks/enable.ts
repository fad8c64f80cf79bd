import { notFound } from '#platform/base/errors.ts';
import { webhooks } from '#platform/db/schema/webhooks.ts';
import type { Call } from '#platform/services/call.ts';
import { isWebhook } from './webhook.ts';

/**
 * Takes up deliveries again where the receiver had said that it is gone.
 * @throws 404 WEBHOOK for a webhook that the calling gym does not have
 */
export async function enableWebhook(call: Call, webhookId: number): Promise<void> {
  const enabled = await call.db.transaction((sql) =>
    sql
      .update(webhooks)
      .set({ disabledAt: null })
      .where(isWebhook(call, webhookId))
      .returning({ webhookId: webhooks.webhookId }),
  );
  if (enabled.length === 0) throw notFound('WEBHOOK');
}
