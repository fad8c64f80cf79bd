import type { Webhook, WebhookRequest } from '#contracts/v2/webhooks.ts';
import { notFound } from '#platform/base/errors.ts';
import { webhooks } from '#platform/db/schema/webhooks.ts';
import { claimUrl, refuseUnusable } from './register.ts';
import type { WebhookCall } from './rules.ts';
import { holdWebhook, isWebhook, ownerOf, toWebhook } from './webhook.ts';

/** What a webhook is changed to; without a secret it keeps the one it has. */
type WebhookChange = Pick<WebhookRequest, 'url'> & Partial<WebhookRequest>;

/**
 * Changes address and secret, and takes up deliveries again where the receiver had said that it is gone.
 * @throws 400, 404 WEBHOOK, 409 for an address that another webhook of the gym has
 */
export async function updateWebhook(call: WebhookCall, webhookId: number, change: WebhookChange): Promise<Webhook> {
  const { seal, allowsLoopback } = call.rules;
  const { url, secret } = change;
  refuseUnusable(change, allowsLoopback);
  return call.db.transaction(async (sql) => {
    await holdWebhook(sql, call, webhookId);
    await claimUrl(sql, call, url, webhookId);
    const sealed = secret === undefined ? {} : { secret: seal.close(secret, ownerOf(call)) };
    const [updated] = await sql
      .update(webhooks)
      .set({ url, ...sealed, disabledAt: null })
      .where(isWebhook(call, webhookId))
      .returning();
    if (!updated) throw notFound('WEBHOOK');
    return toWebhook(updated, call);
  });
}
