import { and, eq } from 'drizzle-orm';
import { webhooks } from '#platform/db/schema/webhooks.ts';
import type { Operator } from '#platform/services/operator.ts';
import type { Seal } from '#shared/seal/seal.ts';
import { openSecret, ownerOf } from './webhook.ts';

/**
 * Encrypts the secrets of all webhooks with the new key.
 * @param seal encrypts with the new secret; also decrypts what was encrypted with the previous one
 * @returns the number of secrets, and the webhooks whose secret neither key can decrypt, which stay unchanged
 */
export async function resealWebhooks({ sql }: Pick<Operator, 'sql'>, seal: Seal) {
  const all = await sql.select().from(webhooks).for('update');
  const unreadable: number[] = [];
  for (const webhook of all) {
    const { chainId, webhookId } = webhook;
    const secret = openSecret(webhook, seal);
    if (secret === undefined) unreadable.push(webhookId);
    else {
      await sql
        .update(webhooks)
        .set({ secret: seal.close(secret, ownerOf(webhook)) })
        .where(and(eq(webhooks.chainId, chainId), eq(webhooks.webhookId, webhookId)));
    }
  }
  return { webhooks: all.length - unreadable.length, unreadable };
}
