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

/** A delivery on its way, with what is needed to send it. */
export interface OpenDelivery extends DeliveryKey {
  webhookId: number;
  gymId: string;
  url: string;
  sealedSecret: string;
  type: WebhookEventType;
  accountId: string | null;
  occurredAt: Date;
  /** Tries that failed, all there were. */
  attempts: number;
  /** How many of them were before it was sent again. */
  attemptsBefore: number;
  /** False where the receiver said it is gone, or the member stopped sharing data since. */
  isWanted: boolean;
}

const openDelivery: NamedStatement = {
  name: 'open_webhook_delivery',
  text: `SELECT delivery.chain_id AS "chainId", delivery.delivery_id AS "deliveryId", hook.webhook_id AS "webhookId",
      hook.gym_id AS "gymId", hook.url, hook.secret AS "sealedSecret", delivery.type, delivery.account_id AS "accountId",
      delivery.occurred_at AS "occurredAt", delivery.attempts, delivery.attempts_before AS "attemptsBefore",
      delivery.type = 'TEST' OR (hook.disabled_at IS NULL AND coalesce(person.shares_data, true)) AS "isWanted"
    FROM ${deliveryInContext}
    WHERE delivery.chain_id = $1 AND delivery.delivery_id = $2 AND delivery.state IN ('PENDING', 'QUEUED')`,
};

/** @returns undefined for a delivery that is settled, or that went with its webhook or its member */
export async function findOpenDelivery(db: ChainDatabase, deliveryId: string): Promise<OpenDelivery | undefined> {
  const [found] = await db.find<OpenDelivery>(openDelivery, [db.chainId, deliveryId]);
  return found;
}

/** The body as a receiver gets it; the time in milliseconds since the epoch. A test event is about nobody. */
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

/** What follows from a try: arrived, once more later, or given up. */
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

/** Writes down a try and what follows from it. A receiver that said it is gone gets no more events. */
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
  // a delivery that went meanwhile, with its webhook or its member, leaves no try behind
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

/** Gives up a delivery that nobody wants any longer. */
export async function dropDelivery(sql: Sql, delivery: OpenDelivery): Promise<void> {
  await sql
    .update(webhookDeliveries)
    .set({ state: 'FAILED', nextAttemptAt: null, ...forgetErased(delivery, 'FAILED') })
    .where(isDelivery(delivery));
}

const isDelivery = ({ chainId, deliveryId }: DeliveryKey) =>
  and(eq(webhookDeliveries.chainId, chainId), eq(webhookDeliveries.deliveryId, deliveryId));

/** Once the end of a membership is told, or will not be, nothing needs to know any longer whose it was. */
const forgetErased = ({ type }: OpenDelivery, state: Settlement['state']) =>
  type === 'MEMBERSHIP_DELETE' && state !== 'QUEUED' ? { accountId: null } : {};
