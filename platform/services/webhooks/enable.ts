import { notFound } from '#platform/base/errors.ts';
import { webhooks } from '#platform/db/schema/webhooks.ts';
import type { Call } from '#platform/services/call.ts';
import { isWebhook } from './webhook.ts';

/**
 * Enables a webhook whose receiver answered 410 Gone.
 * @throws 404 WEBHOOK if the calling gym does not have the webhook
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
