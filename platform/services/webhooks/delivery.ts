import { and, eq, sql as raw } from 'drizzle-orm';
import type { WebhookDelivery, WebhookEventType } from '#contracts/v2/webhooks.ts';
import type { ChainDatabase, NamedStatement, Sql } from '#platform/db/client.ts';
import { webhookDeliveries, webhooks } from '#platform/db/schema/webhooks.ts';

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
  /** Tries that failed. */
  attempts: number;
  /** False where the receiver said it is gone, or the member stopped sharing data since. */
  isWanted: boolean;
}

const openDelivery: NamedStatement = {
  name: 'open_webhook_delivery',
  text: `SELECT delivery.chain_id AS "chainId", delivery.delivery_id AS "deliveryId", hook.webhook_id AS "webhookId",
      hook.gym_id AS "gymId", hook.url, hook.secret AS "sealedSecret", delivery.type, delivery.account_id AS "accountId",
      delivery.occurred_at AS "occurredAt", delivery.attempts,
      delivery.type = 'TEST' OR (hook.disabled_at IS NULL AND coalesce(person.shares_data, true)) AS "isWanted"
    FROM webhook_deliveries delivery
    JOIN webhooks hook ON hook.chain_id = delivery.chain_id AND hook.webhook_id = delivery.webhook_id
    LEFT JOIN chain_profiles person
      ON person.chain_id = delivery.chain_id AND person.account_id = delivery.account_id
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
  /** Null where there was no answer. */
  status: number | null;
}

export type Settlement = { state: 'DELIVERED' | 'FAILED' } | { state: 'QUEUED'; retryInSeconds: number };

const gone = 410;

/** What follows from a try: arrived, once more later, or given up. */
export function settle(
  { type, attempts }: Pick<OpenDelivery, 'type' | 'attempts'>,
  { status }: Attempt,
  retryDelays: readonly number[],
): Settlement {
  if (status !== null && status >= 200 && status < 300) return { state: 'DELIVERED' };
  const retryInSeconds = type === 'TEST' || status === gone ? undefined : retryDelays[attempts];
  return retryInSeconds === undefined ? { state: 'FAILED' } : { state: 'QUEUED', retryInSeconds };
}

/** Writes down a try and what follows from it. A receiver that said it is gone gets no more events. */
export async function recordAttempt(
  sql: Sql,
  delivery: OpenDelivery,
  { at, status }: Attempt,
  { state }: Settlement,
): Promise<void> {
  await sql
    .update(webhookDeliveries)
    .set({
      state,
      attempts: raw`${webhookDeliveries.attempts} + 1`,
      lastStatus: status,
      lastAttemptAt: at,
      ...forgetErased(delivery, state),
    })
    .where(isDelivery(delivery));
  if (status === gone && delivery.type !== 'TEST') {
    const isHook = and(eq(webhooks.chainId, delivery.chainId), eq(webhooks.webhookId, delivery.webhookId));
    await sql
      .update(webhooks)
      .set({ disabledAt: at })
      .where(and(isHook, eq(webhooks.url, delivery.url)));
  }
}

/** Gives up a delivery that nobody wants any longer. */
export async function dropDelivery(sql: Sql, delivery: OpenDelivery): Promise<void> {
  await sql
    .update(webhookDeliveries)
    .set({ state: 'FAILED', ...forgetErased(delivery, 'FAILED') })
    .where(isDelivery(delivery));
}

const isDelivery = ({ chainId, deliveryId }: DeliveryKey) =>
  and(eq(webhookDeliveries.chainId, chainId), eq(webhookDeliveries.deliveryId, deliveryId));

/** Once the end of a membership is told, or will not be, nothing needs to know any longer whose it was. */
const forgetErased = ({ type }: OpenDelivery, state: Settlement['state']) =>
  type === 'MEMBERSHIP_DELETE' && state !== 'QUEUED' ? { accountId: null } : {};
