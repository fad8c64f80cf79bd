import { and, eq } from 'drizzle-orm';
import type { Webhook } from '#contracts/v2/webhooks.ts';
import { notFound } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { type WebhookRow, webhooks } from '#platform/db/schema/webhooks.ts';
import type { Call } from '#platform/services/call.ts';
import type { Seal } from '#shared/seal/seal.ts';
import type { WebhookCall } from './rules.ts';

/** Whom a sealed secret belongs to. */
export const ownerOf = ({ chainId, gymId }: Pick<WebhookRow, 'chainId' | 'gymId'>): string => `${chainId}/${gymId}`;

/** Undefined where it was sealed under a secret that this platform is not started with, until another one is set. */
export const openSecret = (
  { secret, ...owner }: Pick<WebhookRow, 'chainId' | 'gymId' | 'secret'>,
  seal: Seal,
): string | undefined => seal.open(secret, ownerOf(owner)) ?? undefined;

/** What is answered in place of a secret that cannot be read. It is nobody's: a secret is made of ASCII characters alone. */
const unreadableSecret = '– cannot be read, set it anew –';

export const toWebhook = (row: WebhookRow, { rules: { seal } }: WebhookCall): Webhook => ({
  id: row.webhookId,
  url: row.url,
  secret: openSecret(row, seal) ?? unreadableSecret,
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
