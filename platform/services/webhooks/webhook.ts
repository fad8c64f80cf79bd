import { and, eq } from 'drizzle-orm';
import type { Webhook } from '#contracts/v2/webhooks.ts';
import { notFound } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { type WebhookRow, webhooks } from '#platform/db/schema/webhooks.ts';
import type { Call } from '#platform/services/call.ts';
import type { Seal } from '#shared/seal/seal.ts';
import type { WebhookCall } from './rules.ts';

/** The owner that a secret is sealed for: it cannot be decrypted for another gym. */
export const ownerOf = ({ chainId, gymId }: Pick<WebhookRow, 'chainId' | 'gymId'>): string => `${chainId}/${gymId}`;

/** Undefined if it was encrypted with a key that this platform does not have. A new secret fixes it. */
export const openSecret = (
  { secret, ...owner }: Pick<WebhookRow, 'chainId' | 'gymId' | 'secret'>,
  seal: Seal,
): string | undefined => seal.open(secret, ownerOf(owner)) ?? undefined;

/** Returned instead of a secret that cannot be decrypted. It cannot be a real one: secrets are ASCII only. */
const unreadableSecret = '– cannot be read, set it anew –';

export const toWebhook = (row: WebhookRow, { rules: { seal } }: WebhookCall): Webhook => ({
  id: row.webhookId,
  url: row.url,
  secret: openSecret(row, seal) ?? unreadableSecret,
});

/** Condition: webhooks of the calling gym. */
export const ofCallingGym = ({ chainId, gymId }: Call) => and(eq(webhooks.chainId, chainId), eq(webhooks.gymId, gymId));

/**
 * Condition: one webhook of the calling gym.
 * @throws 404 WEBHOOK for an id outside the range of issued ids
 */
export function isWebhook(call: Call, webhookId: number) {
  if (!Number.isSafeInteger(webhookId)) throw notFound('WEBHOOK');
  return and(ofCallingGym(call), eq(webhooks.webhookId, webhookId));
}

/**
 * Locks the webhook's row until the end of the transaction.
 * @throws 404 WEBHOOK if the calling gym does not have the webhook
 */
export async function holdWebhook(sql: Sql, call: Call, webhookId: number): Promise<void> {
  const held = await sql
    .select({ webhookId: webhooks.webhookId })
    .from(webhooks)
    .where(isWebhook(call, webhookId))
    .for('no key update');
  if (held.length === 0) throw notFound('WEBHOOK');
}
