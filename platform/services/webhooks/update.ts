import type { Webhook, WebhookChange } from '#contracts/v2/webhooks.ts';
import { notFound } from '#platform/base/errors.ts';
import { webhooks } from '#platform/db/schema/webhooks.ts';
import { claimUrl, refuseUnusable } from './register.ts';
import type { WebhookCall } from './rules.ts';
import { holdWebhook, isWebhook, ownerOf, toWebhook } from './webhook.ts';

/**
 * Changes address or secret, or both, and enables a webhook whose receiver answered 410 Gone.
 * @throws 400, 404 WEBHOOK, 409 if another webhook of the gym has the address
 */
export async function updateWebhook(call: WebhookCall, webhookId: number, change: WebhookChange): Promise<Webhook> {
  const { seal, allowsLoopback } = call.rules;
  const { url, secret } = change;
  refuseUnusable(change, allowsLoopback);
  return call.db.transaction(async (sql) => {
    await holdWebhook(sql, call, webhookId);
    if (url !== undefined) await claimUrl(sql, call, url, webhookId);
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
