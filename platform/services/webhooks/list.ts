import type { Webhook } from '#contracts/v2/webhooks.ts';
import { webhooks } from '#platform/db/schema/webhooks.ts';
import type { WebhookCall } from './rules.ts';
import { ofCallingGym, toWebhook } from './webhook.ts';

/** The webhooks of the calling gym, oldest first. */
export async function listWebhooks(call: WebhookCall): Promise<Webhook[]> {
  const rows = await call.db.read((sql) =>
    sql.select().from(webhooks).where(ofCallingGym(call)).orderBy(webhooks.webhookId),
  );
  return rows.map((row) => toWebhook(row, call));
}
