import { and, eq } from 'drizzle-orm';
import type { Webhook } from '#contracts/v2/webhooks.ts';
import type { Sql } from '#platform/db/client.ts';
import { type WebhookRow, webhooks } from '#platform/db/schema/webhooks.ts';
import { notFound } from '#platform/errors.ts';
import type { Call } from '#platform/services/call.ts';
import type { WebhookCall } from './rules.ts';

/** Whom a sealed secret belongs to. */
export const ownerOf = ({ chainId, gymId }: Pick<WebhookRow, 'chainId' | 'gymId'>): string => `${chainId}/${gymId}`;

export const toWebhook = (row: WebhookRow, { rules: { seal } }: WebhookCall): Webhook => ({
  id: row.webhookId,
  url: row.url,
  secret: seal.open(row.secret, ownerOf(row)),
});

/** Picks the webhooks of the calling gym. */
export const ofCallingGym = ({ chainId, gymId }: Call) => and(eq(webhooks.chainId, chainId), eq(webhooks.gymId, gymId));

/**
 * Picks one webhook of the calling gym.
 * @throws 404 WEBHOOK for an id beyond those that are issued
 */
export function isWebhook(call: Call, webhookId: number) {
  if (!Number.isSafeInteger(webhookId)) throw notFound('WEBHOOK');
  return and(ofCallingGym(call), eq(webhooks.webhookId, webhookId));
}

/** @throws 404 WEBHOOK for a webhook that the calling gym does not have; another one stays until the transaction ends */
export async function holdWebhook(sql: Sql, call: Call, webhookId: number): Promise<void> {
  const held = await sql
    .select({ webhookId: webhooks.webhookId })
    .from(webhooks)
    .where(isWebhook(call, webhookId))
    .for('no key update');
  if (held.length === 0) throw notFound('WEBHOOK');
}
