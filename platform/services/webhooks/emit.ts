import { and, eq, sql as raw } from 'drizzle-orm';
import type { WebhookEventType } from '#contracts/v2/webhooks.ts';
import type { Sql } from '#platform/db/client.ts';
import { webhookDeliveries } from '#platform/db/schema/webhooks.ts';
import type { Call } from '#platform/services/call.ts';

/** An event about a member. `TEST` is not one of them: it is about a webhook. */
interface MemberEvent {
  type: Exclude<WebhookEventType, 'TEST'>;
  accountId: string;
  occurredAt: Date;
}

/**
 * Text of an INSERT for a WITH clause: creates one delivery for every webhook that an event of `source` concerns.
 * Most events concern only the gym they happened in. The end of a membership concerns every gym of the chain, because
 * each may store data of the member. No deliveries are created for a member who does not share data, or who is not
 * migrated: webhooks belong to version 2.
 * @param source a relation with the columns chain_id, gym_id, account_id, type, occurred_at, emitted_at
 */
export const deliverEventsOf = (source: string): string => `
  INSERT INTO webhook_deliveries (chain_id, delivery_id, webhook_id, type, account_id, occurred_at, created_at)
  SELECT hook.chain_id, gen_random_uuid(), hook.webhook_id, event.type, event.account_id, event.occurred_at, event.emitted_at
  FROM ${source} event
  JOIN chain_profiles person
    ON person.chain_id = event.chain_id AND person.account_id = event.account_id AND person.shares_data
  LEFT JOIN memberships member ON member.chain_id = event.chain_id AND member.account_id = event.account_id
  JOIN webhooks hook
    ON hook.chain_id = event.chain_id AND (hook.gym_id = event.gym_id OR event.type = 'MEMBERSHIP_DELETE')
    AND hook.disabled_at IS NULL
  WHERE member.is_known_to_v2 IS NOT FALSE`;

/**
 * Emits an event of the calling gym to its webhooks, if the transaction commits. An event about an erasure must be
 * emitted before the profile is deleted, because the profile tells whether the member shares data.
 */
export async function emitEvent(sql: Sql, { chainId, gymId, clock }: Call, event: MemberEvent): Promise<void> {
  await sql.execute(raw`
    WITH event AS (
      SELECT ${chainId}::uuid AS chain_id, ${gymId}::uuid AS gym_id, ${event.accountId}::uuid AS account_id,
        ${event.type}::text AS type, ${event.occurredAt}::timestamptz AS occurred_at, ${clock()}::timestamptz AS emitted_at
    )
    ${raw.raw(deliverEventsOf('event'))}`);
}

/** Deletes all deliveries about a member, sent or not. Part of the erasure, before its own event is emitted. */
export async function forgetDeliveries(sql: Sql, { chainId }: Call, accountId: string): Promise<void> {
  await sql
    .delete(webhookDeliveries)
    .where(and(eq(webhookDeliveries.chainId, chainId), eq(webhookDeliveries.accountId, accountId)));
}
