import { sql as raw } from 'drizzle-orm';
import type { WebhookChange } from '#contracts/v2/webhooks.ts';
import { type FieldError, invalidFields, PlatformError } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { type WebhookRow, webhooks } from '#platform/db/schema/webhooks.ts';
import type { Call } from '#platform/services/call.ts';
import { findUrlIssue, isSameReceiver } from './receiver-url.ts';
import { ofCallingGym } from './webhook.ts';

type Registered = Pick<WebhookRow, 'webhookId' | 'url' | 'lane'>;

/** Characters that an HTTP header carries unchanged. */
const sendable = /^[\x20-\x7e]+$/;

/** @throws 400 for an address that no delivery may use, or a secret that no header can carry */
export function refuseUnusable({ url, secret }: WebhookChange, allowsLoopback: boolean): void {
  const errors: FieldError[] = [];
  const urlIssue = url === undefined ? undefined : findUrlIssue(url, allowsLoopback);
  if (urlIssue) errors.push({ name: 'url', message: urlIssue, rejectedValue: url });
  if (secret !== undefined && !sendable.test(secret)) {
    errors.push({ name: 'secret', message: 'Must be made of visible ASCII characters.', rejectedValue: secret });
  }
  if (errors.length > 0) throw invalidFields(...errors);
}

/**
 * Locks the webhooks of the gym until the end of the transaction, and makes sure that no other one has the address.
 * @returns the webhooks of the gym
 * @throws 409 webhookUrlAlreadyRegistered
 */
export async function claimUrl(sql: Sql, call: Call, url: string, ownId?: number): Promise<Registered[]> {
  // one receiver has many spellings, so no unique index can prevent a duplicate: this lock does
  await sql.execute(raw`SELECT pg_advisory_xact_lock(hashtextextended(${`webhooks ${call.gymId}`}, 0))`);
  const registered = await sql
    .select({ webhookId: webhooks.webhookId, url: webhooks.url, lane: webhooks.lane })
    .from(webhooks)
    .where(ofCallingGym(call));
  if (registered.some((other) => other.webhookId !== ownId && isSameReceiver(other.url, url))) {
    throw new PlatformError('webhookUrlAlreadyRegistered', 'The gym has a webhook with this address.');
  }
  return registered;
}
