import type { Webhook } from '#contracts/v2/webhooks.ts';
import { notFound } from '#platform/base/errors.ts';
import { webhooks } from '#platform/db/schema/webhooks.ts';
import type { WebhookCall } from './rules.ts';
import { isWebhook, toWebhook } from './webhook.ts';

/** @throws 404 WEBHOOK if the calling gym does not have the webhook */
export async function getWebhook(call: WebhookCall, webhookId: number): Promise<Webhook> {
  const [row] = await call.db.read((sql) => sql.select().from(webhooks).where(isWebhook(call, webhookId)));
  if (!row) throw notFound('WEBHOOK');
  return toWebhook(row, call);
}
