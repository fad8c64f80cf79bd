import { and, eq, sql as raw } from 'drizzle-orm';
import type { WebhookDelivery, WebhookEventType } from '#contracts/v2/webhooks.ts';
import type { ChainDatabase, NamedStatement, Sql } from '#platform/db/client.ts';
import { webhookDeliveries, webhookDeliveryAttempts, webhooks } from '#platform/db/schema/webhooks.ts';
import { deliveryInContext } from './delivery-in-context.ts';
import type { PostOutcome } from './post-event.ts';

export interface DeliveryKey {
  chainId: string;
  deliveryId: string;
}

/** An open delivery, with everything needed to send it. */
export interface OpenDelivery extends DeliveryKey {
  webhookId: number;
  gymId: string;
  /** The webhook's own among the lanes of its gym. */
  lane: number;
  url: string;
  sealedSecret: string;
  type: WebhookEventType;
  accountId: string | null;
  occurredAt: Date;
  /** Number of all failed attempts. */
  attempts: number;
  /** Number of attempts before it was sent again. */
  attemptsBefore: number;
  /** False if the receiver answered 410 Gone, or the member has stopped sharing data. */
  isWanted: boolean;
}

const openDelivery: NamedStatement = {
  name: 'open_webhook_delivery',
  text: `SELECT delivery.chain_id AS "chainId", delivery.delivery_id AS "deliveryId", hook.webhook_id AS "webhookId",
      hook.gym_id AS "gymId", hook.lane, hook.url, hook.secret AS "sealedSecret", delivery.type, delivery.account_id AS "accountId",
      delivery.occurred_at AS "occurredAt", delivery.attempts, delivery.attempts_before AS "attemptsBefore",
      delivery.type = 'TEST' OR (hook.disabled_at IS NULL AND coalesce(person.shares_data, true)) AS "isWanted"
    FROM ${deliveryInContext}
    WHERE delivery.chain_id = $1 AND delivery.delivery_id = $2 AND delivery.state IN ('PENDING', 'QUEUED')`,
};

/** @returns undefined if the delivery is settled, or was deleted with its webhook or member */
export async function findOpenDelivery(db: ChainDatabase, deliveryId: string): Promise<OpenDelivery | undefined> {
  const [found] = await db.find<OpenDelivery>(openDelivery, [db.chainId, deliveryId]);
  return found;
}

/** The body of the webhook request; the time in milliseconds since the epoch. A test event has no member. */
export const toBody = ({ accountId, occurredAt, type }: OpenDelivery): WebhookDelivery => ({
  accountId,
  timestamp: occurredAt.getTime(),
  type,
});

export interface Attempt {
  at: Date;
  durationMs: number;
  outcome: PostOutcome;
}

type Settlement = { state: 'DELIVERED' | 'FAILED' } | { state: 'QUEUED'; retryInSeconds: number };

const gone = 410;

/** The result of an attempt: delivered, retried later, or given up. */
export function settle(
  { type, attempts, attemptsBefore }: Pick<OpenDelivery, 'type' | 'attempts' | 'attemptsBefore'>,
  { outcome }: Pick<Attempt, 'outcome'>,
  retryDelays: readonly number[],
): Settlement {
  const status = 'status' in outcome ? outcome.status : undefined;
  if (status !== undefined && status >= 200 && status < 300) return { state: 'DELIVERED' };
  const retryInSeconds = type === 'TEST' || status === gone ? undefined : retryDelays[attempts - attemptsBefore];
  return retryInSeconds === undefined ? { state: 'FAILED' } : { state: 'QUEUED', retryInSeconds };
}

/** Records an attempt and its result. A receiver that answered 410 Gone gets no more events. */
export async function recordAttempt(
  sql: Sql,
  delivery: OpenDelivery,
  { at, durationMs, outcome }: Attempt,
  settlement: Settlement,
): Promise<void> {
  const { chainId, deliveryId, webhookId } = delivery;
  const status = 'status' in outcome ? outcome.status : null;
  const [tried] = await sql
    .update(webhookDeliveries)
    .set({
      state: settlement.state,
      attempts: raw`${webhookDeliveries.attempts} + 1`,
      nextAttemptAt: nextAttemptOf(settlement, at, durationMs),
      ...forgetErased(delivery, settlement.state),
    })
    .where(isDelivery(delivery))
    .returning({ number: webhookDeliveries.attempts });
  // no attempt is recorded if the delivery was deleted in between, with its webhook or member
  if (tried) {
    const failure = 'failure' in outcome ? outcome.failure : null;
    await sql
      .insert(webhookDeliveryAttempts)
      .values({ chainId, deliveryId, number: tried.number, at, durationMs, status, failure });
  }
  if (status === gone && delivery.type !== 'TEST') {
    const isHook = and(eq(webhooks.chainId, chainId), eq(webhooks.webhookId, webhookId));
    await sql
      .update(webhooks)
      .set({ disabledAt: at })
      .where(and(isHook, eq(webhooks.url, delivery.url)));
  }
}

const nextAttemptOf = (settlement: Settlement, at: Date, durationMs: number): Date | null =>
  'retryInSeconds' in settlement ? new Date(at.getTime() + durationMs + settlement.retryInSeconds * 1000) : null;

/** Gives up a delivery that is not wanted any more. */
export async function dropDelivery(sql: Sql, delivery: OpenDelivery): Promise<void> {
  await sql
    .update(webhookDeliveries)
    .set({ state: 'FAILED', nextAttemptAt: null, ...forgetErased(delivery, 'FAILED') })
    .where(isDelivery(delivery));
}

const isDelivery = ({ chainId, deliveryId }: DeliveryKey) =>
  and(eq(webhookDeliveries.chainId, chainId), eq(webhookDeliveries.deliveryId, deliveryId));

/** Clears the account of a settled `MEMBERSHIP_DELETE` event: it is not needed any more. */
const forgetErased = ({ type }: OpenDelivery, state: Settlement['state']) =>
  type === 'MEMBERSHIP_DELETE' && state !== 'QUEUED' ? { accountId: null } : {};
