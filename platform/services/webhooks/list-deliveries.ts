import type { WebhookEventType } from '#contracts/v2/webhooks.ts';
import type { DeliveryFailure, DeliveryState } from '#platform/db/schema/webhooks.ts';
import type { Call } from '#platform/services/call.ts';
import { cutPage, type PagePlace, type PageWanted } from '#platform/services/page-place.ts';
import { deliveryInContext, type Obstacle, obstacleOfDelivery } from './delivery-in-context.ts';
import { getReceiver, type Receiver } from './receivers.ts';

export interface ListedDelivery {
  deliveryId: string;
  type: WebhookEventType;
  /** Null for a test event, and for a member whom the chain no longer knows. */
  accountId: string | null;
  occurredAt: Date;
  createdAt: Date;
  state: DeliveryState;
  /** Number of all attempts. */
  attempts: number;
  nextAttemptAt: Date | null;
  /** Why it cannot be sent again. */
  obstacle: Obstacle | null;
  /** Oldest first. Attempts from before they were recorded are missing. */
  tries: ListedTry[];
}

export interface ListedTry {
  number: number;
  at: Date;
  durationMs: number;
  status: number | null;
  failure: DeliveryFailure | null;
}

export interface DeliveryPage {
  receiver: Receiver;
  deliveries: ListedDelivery[];
  /** Where the next page begins; absent on the last page. */
  next?: PagePlace;
}

/**
 * Deliveries to a webhook of the calling gym, newest first, each with its attempts.
 * @throws 404 WEBHOOK if the calling gym does not have the webhook
 */
export async function listDeliveries(
  call: Call,
  webhookId: number,
  { after, limit }: PageWanted,
): Promise<DeliveryPage> {
  const receiver = await getReceiver(call, webhookId);
  const values: unknown[] = [call.chainId, call.gymId, webhookId];
  if (after) values.push(after.createdAt, after.id);
  const rows = await call.db.find<DeliveryRow>({ text: pageOf(after !== undefined, limit + 1) }, values);
  const { page, next } = cutPage(rows, limit, ({ deliveryId }) => deliveryId);
  return { receiver, deliveries: page.map(toListed), next };
}

type DeliveryRow = Omit<ListedDelivery, 'tries'> & { tries: (Omit<ListedTry, 'at'> & { at: string })[] };

const toListed = (row: DeliveryRow): ListedDelivery => ({
  ...row,
  tries: row.tries.map((tried) => ({ ...tried, at: new Date(tried.at) })),
});

const triesOfDelivery = `coalesce((
    SELECT json_agg(json_build_object('number', number, 'at', at, 'durationMs', duration_ms, 'status', status,
      'failure', failure) ORDER BY number)
    FROM webhook_delivery_attempts attempt
    WHERE attempt.chain_id = delivery.chain_id AND attempt.delivery_id = delivery.delivery_id
  ), '[]')`;

/** The limit is a literal number in the text: with a parameter, a generic plan would read all rows. */
const pageOf = (isAfter: boolean, limit: number): string => `
  SELECT delivery.delivery_id AS "deliveryId", delivery.type, person.account_id AS "accountId",
    delivery.occurred_at AS "occurredAt", delivery.created_at AS "createdAt", delivery.state, delivery.attempts,
    delivery.next_attempt_at AS "nextAttemptAt", ${obstacleOfDelivery} AS obstacle,
    ${triesOfDelivery} AS tries
  FROM ${deliveryInContext}
  WHERE delivery.chain_id = $1 AND hook.gym_id = $2 AND delivery.webhook_id = $3
    ${isAfter ? 'AND (delivery.created_at, delivery.delivery_id) < ($4, $5)' : ''}
  ORDER BY delivery.created_at DESC, delivery.delivery_id DESC LIMIT ${limit}`;
