import type { Webhook, WebhookRequest } from '#contracts/v2/webhooks.ts';
import { webhooks } from '#platform/db/schema/webhooks.ts';
import { notFound } from '#platform/errors.ts';
import { claimUrl, refuseUnusable } from './register.ts';
import type { WebhookCall } from './rules.ts';
import { holdWebhook, isWebhook, ownerOf, toWebhook } from './webhook.ts';

/**
 * Changes address and secret, and takes up deliveries again where the receiver had said that it is gone.
 * @throws 400, 404 WEBHOOK, 409 for an address that another webhook of the gym has
 */
export async function updateWebhook(call: WebhookCall, webhookId: number, request: WebhookRequest): Promise<Webhook> {
  const { seal, allowsLoopback } = call.rules;
  refuseUnusable(request, allowsLoopback);
  return call.db.transaction(async (sql) => {
    await holdWebhook(sql, call, webhookId);
    await claimUrl(sql, call, request.url, webhookId);
    const [updated] = await sql
      .update(webhooks)
      .set({ url: request.url, secret: seal.close(request.secret, ownerOf(call)), disabledAt: null })
      .where(isWebhook(call, webhookId))
      .returning();
    if (!updated) throw notFound('WEBHOOK');
    return toWebhook(updated, call);
  });
}
