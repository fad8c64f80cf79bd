import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { webhookEventTypes } from '#contracts/v2/webhooks.ts';
import { ofGym } from './chains.ts';
import { chainPolicies, instant, number } from './columns.ts';

export const webhooks = pgTable(
  'webhooks',
  {
    chainId: uuid().notNull(),
    webhookId: number().notNull().generatedAlwaysAsIdentity({ startWith: 1 }),
    gymId: uuid().notNull(),
    url: text().notNull(),
    /** Sealed: useless without the key that the program is started with. */
    secret: text().notNull(),
    /** Set when the receiver answered 410 Gone. Updating the webhook clears it. */
    disabledAt: instant(),
    createdAt: instant().notNull(),
    /** The webhook's own among the lanes of its gym. Deliveries of one lane share a limit. */
    lane: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.webhookId] }),
    ofGym('webhooks', t.chainId, t.gymId),
    uniqueIndex('webhooks_url').on(t.chainId, t.gymId, t.url),
    ...chainPolicies(),
  ],
);
export type WebhookRow = typeof webhooks.$inferSelect;

/** `PENDING` until it is put into the queue, `QUEUED` until it was delivered or given up. */
const deliveryStates = ['PENDING', 'QUEUED', 'DELIVERED', 'FAILED'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why an attempt got no response. */
export const deliveryFailures = [
  'no answer in time',
  'no connection',
  'forbidden address',
  'unreadable secret',
] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

/** One event to be delivered to one webhook. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    chainId: uuid().notNull(),
    deliveryId: uuid().notNull(),
    webhookId: number().notNull(),
    type: text({ enum: webhookEventTypes }).notNull(),
    /** Cleared when the delivery of an erasure is settled. */
    accountId: uuid(),
    occurredAt: instant().notNull(),
    state: text({ enum: deliveryStates }).notNull().default('PENDING'),
    /** Number of all attempts, including those before the delivery was sent again. */
    attempts: integer().notNull().default(0),
    /** Number of attempts when it was sent again. The retry schedule restarts from there. */
    attemptsBefore: integer().notNull().default(0),
    /** Set while a retry is due after a failed attempt. */
    nextAttemptAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.deliveryId] }),
    foreignKey({
      name: 'webhook_deliveries_of_webhook',
      columns: [t.chainId, t.webhookId],
      foreignColumns: [webhooks.chainId, webhooks.webhookId],
    }).onDelete('cascade'),
    index('webhook_deliveries_of_webhook_by_time').on(
      t.chainId,
      t.webhookId,
      t.createdAt.desc().nullsFirst(),
      t.deliveryId.desc().nullsFirst(),
    ),
    index('webhook_deliveries_of_account').on(t.chainId, t.accountId),
    // The indexes do not begin with the chain: the workers select open deliveries of all chains.
    index('webhook_deliveries_pending').on(t.createdAt).where(sql`state = 'PENDING'`),
    index('webhook_deliveries_settled').on(t.createdAt).where(sql`state IN ('DELIVERED', 'FAILED')`),
    ...chainPolicies(),
  ],
);
/** One attempt of a delivery. The response itself is not stored, only its status and time. */
export const webhookDeliveryAttempts = pgTable(
  'webhook_delivery_attempts',
  {
    chainId: uuid().notNull(),
    deliveryId: uuid().notNull(),
    /** Starts at one and keeps counting after the delivery was sent again. */
    number: integer().notNull(),
    at: instant().notNull(),
    durationMs: integer().notNull(),
    /** Null if there was no response; `failure` then holds the reason. */
    status: integer(),
    failure: text({ enum: deliveryFailures }),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.deliveryId, t.number] }),
    foreignKey({
      name: 'webhook_delivery_attempts_of_delivery',
      columns: [t.chainId, t.deliveryId],
      foreignColumns: [webhookDeliveries.chainId, webhookDeliveries.deliveryId],
    }).onDelete('cascade'),
    check('webhook_delivery_attempts_answer', sql`(status IS NULL) <> (failure IS NULL)`),
    ...chainPolicies(),
  ],
);
