import type { Sql } from '#platform/db/client.ts';
import { secretCanary } from '#platform/db/schema/secret.ts';
import { webhooks } from '#platform/db/schema/webhooks.ts';
import { openSecret } from '#platform/services/webhooks/webhook.ts';
import type { Seal } from '#shared/seal/seal.ts';

const owner = 'secret canary';
const text = 'PLATFORM_SECRET';

/** Whether what this database holds was sealed under the secret of `seal`, or the previous one. Nothing sealed counts as yes. */
export async function fitsDatabase(sql: Sql, seal: Seal): Promise<boolean> {
  const [canary] = await sql.select().from(secretCanary);
  return canary ? seal.open(canary.sealed, owner) === text : opensAnyWebhook(sql, seal);
}

/** For a database from before the canary. One secret may have been lost, so one that opens is enough. */
async function opensAnyWebhook(sql: Sql, seal: Seal): Promise<boolean> {
  const all = await sql.select().from(webhooks);
  return all.length === 0 || all.some((webhook) => openSecret(webhook, seal) !== undefined);
}

/** Seals the canary of a database that has none. */
export async function addCanary(sql: Sql, seal: Seal): Promise<void> {
  await sql
    .insert(secretCanary)
    .values({ sealed: seal.close(text, owner) })
    .onConflictDoNothing();
}

/** Seals the canary under the present secret. */
export async function resealCanary(sql: Sql, seal: Seal): Promise<void> {
  const sealed = seal.close(text, owner);
  await sql
    .insert(secretCanary)
    .values({ sealed })
    .onConflictDoUpdate({ target: secretCanary.isOnly, set: { sealed } });
}
