import type { Webhook, WebhookRequest } from '#contracts/v2/webhooks.ts';
import { webhooks } from '#platform/db/schema/webhooks.ts';
import { chooseLane } from './lanes.ts';
import { claimUrl, refuseUnusable } from './register.ts';
import type { WebhookCall } from './rules.ts';
import { ownerOf, toWebhook } from './webhook.ts';

/**
 * Registers a webhook for the events of the calling gym.
 * @throws 400 for an invalid address or secret; 409 for an address that the gym has registered already, or if it has as
 * many webhooks as it may have
 */
export async function createWebhook(call: WebhookCall, { url, secret }: WebhookRequest): Promise<Webhook> {
  const { seal, allowsLoopback } = call.rules;
  refuseUnusable({ url, secret }, allowsLoopback);
  const { db, chainId, gymId, clock } = call;
  return db.transaction(async (sql) => {
    const lane = chooseLane(await claimUrl(sql, call, url));
    const [created] = await sql
      .insert(webhooks)
      .values({ chainId, gymId, url, secret: seal.close(secret, ownerOf(call)), createdAt: clock(), lane })
      .returning();
    if (!created) throw new Error('The webhook was not inserted.');
    return toWebhook(created, call);
  });
}
